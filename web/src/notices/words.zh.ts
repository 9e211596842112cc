// 系统通知的文字。
import type { Words } from './words';

export const words: Words = {
  notify: '离开页面时通知我',
  notifyHint: '轮到你或有人想玩时，本页会提醒你。不经过其他服务器。',
  blocked: '此浏览器不允许本站发送通知，可在浏览器设置中更改。',
  yourTurn: (game) => `轮到你了：${game}`,
  with: (names) => `同桌：${names}`,
  proposal: (game) => `${game} 的桌子准备好了`,
};
