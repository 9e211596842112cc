// Vad inställningarna säger om att bli kallad.
import type { Words } from './words';

export const words: Words = {
  title: 'Säg till när det är min tur',
  hint: 'Bara när du är borta, i spel med en timme eller mer för ett beslut eller utan klocka: en gång när din tur börjar och en gång innan tiden är ute.',
  url: 'Adress som tar emot',
  urlHint: 'Ett ämne hos ntfy, eller en webhook hos Discord, Slack eller Matrix.',
  format: 'Tjänst',
  formats: { ntfy: 'ntfy', discord: 'Discord', slack: 'Slack eller Matrix', json: 'Annan (JSON)' },
  quiet: 'Tysta timmar',
  from: 'Från',
  to: 'Till',
  save: 'Säg till där',
  saved: 'Sparat.',
  test: 'Prova',
  tested: 'Skickat: det borde vara framme nu.',
  remove: 'Säg inte till',
  failing: 'De senaste gångerna togs det inte emot.',
  stopped: 'På ett dygn togs inget emot, så du får inga fler. Spara adressen igen för att fortsätta.',
};
