// 设置中关于通知的用语。
import type { Words } from './words';

export const words: Words = {
  title: '轮到我时通知我',
  hint: '仅在你离开时,并且每步至少一小时或没有时限的对局:轮到你时通知一次,时间快到时再通知一次。你要求通知的牌桌也会通知你。',
  url: '接收通知的地址',
  urlHint: 'ntfy 的主题,或 Discord、Slack、Matrix 的 webhook。',
  format: '服务',
  formats: { ntfy: 'ntfy', discord: 'Discord', slack: 'Slack 或 Matrix', json: '其他(JSON)' },
  quiet: '安静时段',
  from: '从',
  to: '到',
  save: '通知到这里',
  saved: '已保存。',
  test: '试一试',
  tested: '已发送,现在应该收到了。',
  remove: '不要通知我',
  pushOn: '在这台设备上通知我',
  pushSave: '保存安静时段',
  pushOff: '不再在这台设备上通知',
  pushHint: '页面没有打开时也会通知。浏览器的推送服务只知道何时发送，不知道内容。',
  pushDevices: (count) => `目前在 ${count} 台设备上通知你。`,
  pushDenied: '浏览器不允许本页面发送通知。',
  pushNoWorker: '页面还没有准备好：请重新加载后再试。',
  pushUnsupported: '这个浏览器无法接收通知。在 iPhone 或 iPad 上，请先把页面添加到主屏幕。',
  failing: '最近的通知没有被接收。',
  stopped: '一整天都没有被接收,所以不再通知你。重新保存地址即可继续。',
};
