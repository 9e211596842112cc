// What the pages say about announced tables.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Announced tables',
  later: 'For later',
  starts: 'Starts at',
  note: 'Note (optional)',
  announce: 'Announce the table',
  wrongTime: 'Choose a time at least a minute and at most 90 days ahead.',
  by: (name: string) => `announced by ${name}`,
  coming: 'Coming',
  declined: 'Not coming',
  nobody: 'Nobody yet',
  places: (free: number) => (free === 0 ? 'full' : free === 1 ? '1 place left' : `${free} places left`),
  bots: (count: number) => (count === 1 ? 'and a bot' : `and ${count} bots`),
  yes: 'I come',
  no: 'I cannot',
  saidYes: 'You come.',
  saidNo: 'You do not come.',
  yourTime: 'in your time zone',
  seatKept:
    'Your seat is kept until 15 minutes after the start. You are called before it, if you have set that up in the settings.',
  calendar: 'Calendar file',
  copy: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'Could not be copied: take it from the address bar.',
  cancel: 'Take back',
  cancelSure: 'Nobody will be called. Take it back?',
  cancelled: 'You have taken this table back.',
  keep: 'Keep it',
  inMinutes: (minutes: number) => (minutes === 1 ? 'Starts in a minute' : `Starts in ${minutes} minutes`),
  isOpen: 'The table is open',
  toTable: 'To the table',
  details: 'Details',
  dropped: 'This table was not opened: nobody came, or the house was closed then.',
  gone: 'There is no such table.',
  goneHint: 'It was taken back, or it is more than a day ago.',
  private: 'Only those who have the link see it.',
  keptFor: (names: string) => `Free seats are kept for ${names}.`,
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
