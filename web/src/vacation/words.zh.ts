// 设置中关于休假的用语。
import type { Words } from './words';

export const words: Words = {
  title: '休假',
  hint: '每步至少一小时的对局中你的计时停止，也不会通知你。其他人能看到休假到何时。锦标赛照常进行。',
  days: '天数',
  left: (left, all) => `今年还剩 ${left} 天，共 ${all} 天。`,
  take: '开始休假',
  on: (when) => `你正在休假，到 ${when} 为止。`,
  end: '我回来了',
};
