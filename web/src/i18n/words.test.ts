import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { en } from './en';
import { sv } from './sv';
import { zh } from './zh';

type Words = { [key: string]: unknown };

/** The paths of all words: `lobby.playNow`. */
function paths(words: Words, before = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? paths(value as Words, `${before}${key}.`)
      : [`${before}${key}`],
  );
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'i18n' || entry.name.includes('.test.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else yield readFileSync(path, 'utf8');
  }
}

test('every word is said somewhere', () => {
  const all = [...sources(fileURLToPath(new URL('..', import.meta.url)))].join('\n');
  // Those that are looked up by a value: the value is the key.
  const indexed =
    /^(format|names|levels|choices|check|people\.endings|day\.results|lobby\.lengths|tips\.games|settings\.(themes|backgrounds|cardSets|backs|fonts|speeds|paces))\./;
  const said = (path: string): boolean => {
    const key = path.split('.').at(-1) ?? '';
    return new RegExp(`i18n\\.t\\.${path.replaceAll('.', '\\.')}\\b|\\bwords\\.${key}\\b`).test(all);
  };
  const unsaid = paths(en).filter((path) => !indexed.test(path) && !said(path));
  expect(unsaid).toEqual([]);
});

test('every language has every word, and none of them is empty or left in English', () => {
  // The server says in English what its games are; an option that is off has a word of its own elsewhere.
  const common = (words: Words) => paths(words).filter((path) => !/^(games\b|choices\.off$)/.test(path));
  for (const words of [sv, zh]) {
    expect(common(words)).toEqual(common(en));
    const sentences = (from: Words): string[] =>
      Object.values(from).flatMap((value) =>
        typeof value === 'object' && value !== null
          ? sentences(value as Words)
          : typeof value === 'string'
            ? [value]
            : [],
      );
    const english = new Set(sentences(en).filter((text) => text.includes(' ')));
    expect(sentences(words).filter((text) => text === '' || english.has(text))).toEqual([]);
  }
});
