// 门口页面和邀请的文字。
import type { Words } from './words';

export const words: Words = {
  title: '凭邀请进入',
  invited: '这里只接待受邀的人。有邀请码即可进入。',
  closed: '这里不对外开放，由管理者邀请。',
  code: '邀请码',
  name: '怎么称呼你？',
  enter: '进来',
  known: '来过这里？用另一台设备上的代码登录。',
  invitations: '邀请',
  invitationsHint: '没有邀请谁也进不来。一个链接可以邀请你指定的人数。',
  people: '邀请人数',
  days: '有效期',
  dayCount: (days) => `${days} 天`,
  make: '邀请',
  link: '邀请链接',
  shownOnce: '链接只显示这一次：',
  left: (uses) => `还可进入 ${uses} 人`,
  until: (when) => `至 ${when}`,
  remove: '删除',
};
