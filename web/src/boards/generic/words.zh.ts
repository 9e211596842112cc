import type { Words } from './words';

export const words: Words = {
  actions: '可以做的事',
  view: '桌面',
  nothing: '–',
  yes: '是',
  no: '否',
  over: (names) => `游戏结束。获胜：${names}。`,
};
