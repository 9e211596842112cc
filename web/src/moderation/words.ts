// What the pages say about blocking, reporting, removing and being warned.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  about: (name: string) => `About this message of ${name}`,
  report: 'Report to the operator',
  reason: 'What is wrong? (may be left empty)',
  reported: 'Reported. The operator reads this message and no other.',
  block: (name: string) => `Block ${name}`,
  unblock: (name: string) => `Unblock ${name}`,
  cancel: 'Cancel',
  blocks: 'Blocked people',
  blocksHint:
    'You do not read what they write and are not seated with them by “I would play”. They do not find your tables by your link.',
  nobodyBlocked: 'You block nobody.',
  since: (when: string) => `since ${when}`,
  remove: (name: string) => `Remove ${name} from the table`,
  lock: 'Lock this seat',
  unlock: 'Unlock this seat',
  locked: 'Locked',
  warning: 'A word from the operator',
  muted: 'You cannot talk for a while',
  removed: 'You were removed from the table',
  tableClosed: 'The operator has closed the table',
  roundBegan: 'Your table is open',
  toTable: 'To your table',
  read: 'I have read it',
  close: 'Close',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
