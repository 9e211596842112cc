// 页面上关于等待你的对局的用语。
import type { Words } from './words';

export const words: Words = {
  waiting: (count) => `${count} 局在等你`,
  with: (names) => `与 ${names}`,
};
