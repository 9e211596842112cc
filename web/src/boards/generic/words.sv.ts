import type { Words } from './words';

export const words: Words = {
  actions: 'Vad du kan göra',
  view: 'På bordet',
  nothing: '–',
  yes: 'ja',
  no: 'nej',
  over: (names) => `Spelet är slut. Vinner: ${names}.`,
};
