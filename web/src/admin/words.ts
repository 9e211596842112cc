// What the operator's page says.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Operator',
  token: 'Admin token',
  tokenHint:
    'It was printed at the first start and stands in the token file. This page forgets it when it is closed or loaded again.',
  enter: 'Open',
  refresh: 'Refresh',
  overview: (version: string, people: string) => `Parlor ${version} · ${people}`,
  reports: 'Reported messages',
  noReports: 'No open reports.',
  reportedBy: (name: string, when: string) => `reported by ${name}, ${when}`,
  rooms: { lobby: 'in the lobby', table: 'at a table', watchers: 'among watchers' },
  dealtWith: 'Dealt with',
  deeds: { warn: 'Warn', mute: 'Mute', ban: 'Ban' },
  deedOn: {
    warn: (name: string) => `Warn ${name}`,
    mute: (name: string) => `Mute ${name}`,
    ban: (name: string) => `Ban ${name}`,
  },
  act: 'Warn, mute, ban',
  actHint: 'Name of a person, or for a ban an address or a block such as 192.0.2.0/24.',
  whom: 'Person or addresses',
  what: 'What',
  howLong: 'How long',
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  month: '30 days',
  year: '1 year',
  reason: 'Reason, as they read it',
  send: 'Do it',
  sanctions: 'Muted and banned',
  noSanctions: 'Nobody is muted or banned.',
  until: (when: string) => `until ${when}`,
  lift: (whom: string) => `Lift: ${whom}`,
  people: 'Connected',
  nobody: 'Nobody is connected.',
  tables: 'Tables',
  noTables: 'There are no tables.',
  stages: { waiting: 'waiting', running: 'running', finished: 'finished' },
  private: 'private',
  bot: 'bot',
  free: 'free',
  closeTable: (table: string) => `Close table ${table}`,
  close: 'Close',
  announce: 'Say something to everybody',
  audit: 'What operators did',
  noAudit: 'Nothing yet.',
  done: 'Done.',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
