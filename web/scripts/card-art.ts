// Makes the pictures of the court cards out of the artwork in the package (by Adrian Kennard, CC0): only the picture is
// kept, without paper, index and signs, which Card.svelte draws itself. Nothing of it stands in the repository.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { optimize } from 'svgo';
import type { Plugin } from 'vite';

const SOURCE = new URL(
  '../node_modules/@heruka_urgyen/react-playing-cards/src/images/2color/',
  import.meta.url,
);
const TARGET = new URL('../src/cards/art/', import.meta.url);
const COURT = ['J', 'Q', 'K'].flatMap((rank) => ['S', 'H', 'D', 'C'].map((suit) => rank + suit));
/** All pictures together, compressed. */
const BUDGET = 250 * 1024;

/** The loud colours of the original in the warmer ones of the server. */
const COLOURS: Record<string, string> = {
  '"red"': '"#c2342f"',
  '"#44F"': '"#34509e"',
  '"#FC4"': '"#eebc4a"',
  '"black"': '"#1d1b20"',
};

/** One picture, by its name in the package, such as `KS`. */
function picture(name: string): string {
  const source = readFileSync(new URL(`${name}.svg`, SOURCE), 'utf8');
  const parts = [...source.matchAll(/<symbol id="([A-Z]{2}\d+)".*?<\/symbol>/gs)];
  if (parts.length === 0) throw new Error(`${name}.svg has no picture: has the package changed?`);
  const box = 'width="164.8" height="260.8" x="-82.4" y="-130.4"';
  const symbols = parts.map(([text]) => text).join('');
  // Each part is drawn with its mirror image before the next one covers both.
  const drawn = parts.map(
    ([, id]) => `<use ${box} href="#${id}"/><use transform="rotate(180)" ${box} href="#${id}"/>`,
  );
  let svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="-82.4 -130.4 164.8 260.8" preserveAspectRatio="none">${symbols}${drawn.join('')}</svg>`;
  for (const [loud, warm] of Object.entries(COLOURS)) svg = svg.replaceAll(loud, warm);
  return optimize(svg, {
    multipass: true,
    floatPrecision: 0,
    plugins: ['preset-default'],
  }).data;
}

/** The plug-in for Vite: writes what is missing before anything is built, served or tested. */
export function cardArt(): Plugin {
  return {
    name: 'card-art',
    buildStart() {
      mkdirSync(TARGET, { recursive: true });
      let packed = 0;
      for (const name of COURT) {
        const path = fileURLToPath(new URL(`${name}.svg`, TARGET));
        if (!existsSync(path)) writeFileSync(path, picture(name));
        packed += gzipSync(readFileSync(path)).length;
      }
      if (packed > BUDGET)
        throw new Error(`the card art has ${packed} bytes compressed, more than ${BUDGET}`);
    },
  };
}
