// Vad sidorna säger om spel som väntar på en.
import type { Words } from './words';

export const words: Words = {
  waiting: (count) => (count === 1 ? '1 spel väntar på dig' : `${count} spel väntar på dig`),
  with: (names) => `med ${names}`,
};
