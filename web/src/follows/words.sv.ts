// What the pages say about following people, in Swedish.
import type { Words } from './words';

export const words: Words = {
  follow: (name) => `Följ ${name}`,
  unfollow: (name) => `Sluta följa ${name}`,
  list: 'Personer du följer',
  hint: 'Deras pågående öppna partier visas i lobbyn. Ingen får veta vem du följer.',
  nobody: 'Du följer ingen än: knappen finns på var och ens sida.',
  playing: 'Personer du följer spelar',
};
