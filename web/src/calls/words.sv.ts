// Vad inställningarna säger om att bli kallad.
import type { Words } from './words';

export const words: Words = {
  title: 'Säg till när det är min tur',
  hint: 'Bara när du är borta, i spel med en timme eller mer för ett beslut eller utan klocka: en gång när din tur börjar och en gång innan tiden är ute. Också till ett bord som du har bett att bli kallad till.',
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
  pushOn: 'Säg till på den här enheten',
  pushSave: 'Spara de tysta timmarna',
  pushOff: 'Inte på den här enheten längre',
  pushHint: 'Även när ingen sida är öppen. Webbläsarens pushtjänst får veta när något skickas, men inte vad.',
  pushDevices: (count) => (count === 1 ? 'Du får bud på 1 enhet.' : `Du får bud på ${count} enheter.`),
  pushDenied: 'Webbläsaren tillåter inga aviseringar från den här sidan.',
  pushNoWorker: 'Sidan är inte redo än: ladda om den och försök igen.',
  pushUnsupported:
    'Den här webbläsaren kan inte få bud. På en iPhone eller iPad: lägg först till sidan på hemskärmen.',
  failing: 'De senaste gångerna togs det inte emot.',
  stopped: 'På ett dygn togs inget emot, så du får inga fler. Spara adressen igen för att fortsätta.',
};
