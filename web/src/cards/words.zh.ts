import type { Words } from './words';

export const words: Words = {
  suits: { S: '黑桃', H: '红心', D: '方块', C: '梅花' },
  ranks: {},
  card: (rank, suit) => `${suit}${rank}`,
  and: '和',
};
