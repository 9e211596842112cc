// What the pages say about following people, in Chinese.
import type { Words } from './words';

export const words: Words = {
  follow: (name) => `关注${name}`,
  unfollow: (name) => `取消关注${name}`,
  list: '你关注的人',
  hint: '他们正在进行的公开对局会显示在大厅里。没有人会知道你关注了谁。',
  nobody: '你还没有关注任何人:每个人的页面上都有关注按钮。',
  playing: '你关注的人正在玩',
};
