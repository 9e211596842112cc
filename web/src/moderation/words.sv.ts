// Vad sidorna säger om att blockera, anmäla, ta bort och bli varnad.
import type { Words } from './words';

export const words: Words = {
  about: (name) => `Om den här raden av ${name}`,
  report: 'Anmäl till husets värd',
  reason: 'Vad är fel? (får lämnas tomt)',
  reported: 'Anmält. Husets värd läser den här raden och ingen annan.',
  block: (name) => `Blockera ${name}`,
  unblock: (name) => `Sluta blockera ${name}`,
  cancel: 'Avbryt',
  blocks: 'Blockerade',
  blocksHint:
    'Du läser inte vad de skriver och placeras inte med dem av ”Jag skulle spela”. De hittar inte dina bord genom din länk.',
  nobodyBlocked: 'Du blockerar ingen.',
  since: (when) => `sedan ${when}`,
  remove: (name) => `Ta bort ${name} från bordet`,
  lock: 'Lås platsen',
  unlock: 'Lås upp platsen',
  locked: 'Låst',
  warning: 'Ett ord från husets värd',
  muted: 'Du får inte skriva på en stund',
  removed: 'Du togs bort från bordet',
  tableClosed: 'Husets värd har stängt bordet',
  roundBegan: 'Ditt bord är öppet',
  toTable: 'Till ditt bord',
  read: 'Jag har läst det',
  close: 'Stäng',
};
