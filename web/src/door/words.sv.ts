// Vad sidorna säger vid dörren, och om inbjudningar.
import type { Words } from './words';

export const words: Words = {
  title: 'Endast inbjudna',
  invited: 'Det här huset är för inbjudna. Med en inbjudan kommer du in.',
  closed: 'Det här huset är stängt. Den som driver det släpper in folk.',
  code: 'Inbjudningskod',
  name: 'Vad ska vi kalla dig?',
  enter: 'Kom in',
  known: 'Är du känd här? Logga in med en kod från din andra enhet.',
  invitations: 'Inbjudningar',
  invitationsHint: 'Ingen kommer in här utan en. En länk släpper in så många du säger.',
  people: 'För hur många',
  days: 'Gäller i',
  dayCount: (days) => (days === 1 ? 'en dag' : `${days} dagar`),
  make: 'Bjud in',
  link: 'Inbjudans länk',
  shownOnce: 'Länken visas bara nu:',
  left: (uses) => (uses === 1 ? 'släpper in en till' : `släpper in ${uses} till`),
  until: (when) => `till ${when}`,
  remove: 'Ta bort',
};
