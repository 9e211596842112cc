// Vad systemets meddelanden säger.
import type { Words } from './words';

export const words: Words = {
  notify: 'Meddelanden när du tittar åt annat håll',
  notifyHint: 'Sidan säger till när det är din tur eller någon vill spela. Inget skickas över andra servrar.',
  blocked:
    'Den här webbläsaren tillåter inga meddelanden härifrån. Det kan ändras i dess egna inställningar.',
  yourTurn: (game) => `Din tur: ${game}`,
  with: (names) => `Med ${names}`,
  proposal: (game) => `Ett bord för ${game} är klart`,
};
