// The pictures of the court cards: files made at build time, each loaded when the first such card is shown.
import { faceOf, type CardCode } from './card';

const files = import.meta.glob<string>('./art/*.svg', { query: '?url', import: 'default', eager: true });

/** The address of the picture of a jack, queen or king; nothing for all others. */
export function pictureOf(code: CardCode): string | undefined {
  const { suit, rank } = faceOf(code);
  return files[`./art/${rank}${suit}.svg`];
}

/** Fetches all pictures while nothing else is to be done, so that the first king does not come late. */
export function fetchPictures(): void {
  const later = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));
  later(() => {
    for (const address of Object.values(files)) new Image().src = address;
  });
}
