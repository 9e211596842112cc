// Vad inställningarna säger om semester.
import type { Words } from './words';

export const words: Words = {
  title: 'Semester',
  hint: 'Dina klockor står i spel med en timme eller mer för ett beslut, och ingen säger till dig. De andra ser till när. Turneringar fortsätter.',
  days: 'Dagar',
  left: (left, all) => `${left} av ${all} dagar är kvar i år.`,
  take: 'Ta semester',
  on: (when) => `Du har semester till ${when}.`,
  end: 'Jag är tillbaka',
};
