import type { Words } from './words';

export const words: Words = {
  you: '你',
  nameYou: (name) => `${name}（你）`,
  player: (number) => `玩家 ${number}`,
  nobody: '无人',
  freeSeat: '空位',
  bot: '电脑',
  left: '已离开',
  offline: '已断线',
  vacation: '休假中',
  botPlays: '电脑代打',
  botIn: (seconds) => `${seconds} 秒后电脑接手`,
  points: (points) => `${points} 分`,
  toAct: '轮到行动',
  table: (game) => `牌桌：${game}`,
  yourTurn: '轮到你了。',
  waiting: (names) => `等待${names}。`,
  sheet: { title: '各局总分', round: '局', total: '现在' },
};
