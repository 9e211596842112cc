// What the pages say about what the server knows of a person, in Chinese.
import type { Words } from './words';

export const words: Words = {
  title: '服务器上关于你的数据',
  exportHint: '本服务器所知的关于你的一切,汇成一个文件:对局、统计、设备和名单。',
  export: '下载我的数据',
  forgetHint:
    '你的名字、设备、名单、统计和等级分都会被删除。对局会留给和你一起玩过的人,但不再有你的名字。此操作无法撤销。',
  forget: '删除我……',
  question: (name) => `要永久删除${name},请在此输入这个名字:`,
  sure: '永久删除我',
  cancel: '保留我',
};
