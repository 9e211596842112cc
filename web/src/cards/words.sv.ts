import type { Words } from './words';

export const words: Words = {
  suits: { S: 'spader', H: 'hjärter', D: 'ruter', C: 'klöver' },
  ranks: { J: 'knekt', Q: 'dam', K: 'kung', A: 'ess' },
  card: (rank, suit) => `${suit} ${rank}`,
  and: ' och ',
};
