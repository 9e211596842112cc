// What the pages say at the door, and about invitations.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'By invitation',
  invited: 'This house is for invited people. With an invitation you are in.',
  closed: 'This house is closed. Its operator lets people in.',
  code: 'Invitation code',
  name: 'What shall we call you?',
  enter: 'Come in',
  known: 'You are known here? Sign in with a code from your other device.',
  invitations: 'Invitations',
  invitationsHint: 'Nobody comes in here without one. A link lets in as many people as you say.',
  people: 'For how many people',
  days: 'Good for',
  dayCount: (days: number) => (days === 1 ? 'a day' : `${days} days`),
  make: 'Invite',
  link: 'Link of the invitation',
  shownOnce: 'This link is shown only now:',
  left: (uses: number) => (uses === 1 ? 'lets in one more' : `lets in ${uses} more`),
  until: (when: string) => `until ${when}`,
  remove: 'Remove',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
