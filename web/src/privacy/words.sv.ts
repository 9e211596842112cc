// What the pages say about what the server knows of a person, in Swedish.
import type { Words } from './words';

export const words: Words = {
  title: 'Vad som är känt om dig',
  exportHint: 'Allt den här servern vet om dig, som en fil: partier, siffror, enheter och listor.',
  export: 'Ladda ner mina uppgifter',
  forgetHint:
    'Ditt namn, dina enheter, listor, siffror och ratingtal raderas. Partierna finns kvar hos dem du spelade med, utan ditt namn. Det går inte att ångra.',
  forget: 'Radera mig …',
  question: (name) => `Skriv namnet ${name} här för att radera det för gott:`,
  sure: 'Radera mig för gott',
  cancel: 'Behåll mig',
};
