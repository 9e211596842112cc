// 页面上关于屏蔽、举报、移除与警告的用语。
import type { Words } from './words';

export const words: Words = {
  about: (name) => `关于 ${name} 的这条消息`,
  report: '向管理员举报',
  reason: '有什么问题?(可留空)',
  reported: '已举报。管理员只会看到这一条消息。',
  block: (name) => `屏蔽 ${name}`,
  unblock: (name) => `取消屏蔽 ${name}`,
  cancel: '取消',
  blocks: '已屏蔽的人',
  blocksHint: '你看不到他们写的话,“我想玩”也不会把你们安排在一起。他们无法通过你的链接找到你的牌桌。',
  nobodyBlocked: '你没有屏蔽任何人。',
  since: (when) => `自 ${when}`,
  remove: (name) => `把 ${name} 请离牌桌`,
  lock: '锁定这个座位',
  unlock: '解锁这个座位',
  locked: '已锁定',
  warning: '管理员的话',
  muted: '你暂时不能发言',
  removed: '你被请离了牌桌',
  tableClosed: '管理员关闭了牌桌',
  roundBegan: '你的桌子已开',
  toTable: '去你的桌子',
  read: '我已阅读',
  close: '关闭',
};
