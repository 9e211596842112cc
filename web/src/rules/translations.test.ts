// Who changes the rules changes them in every language: what is missing in one fails here.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import type { Dictionary } from '../i18n/i18n.svelte';
import { sv } from '../i18n/sv';
import { zh } from '../i18n/zh';
import { LOCALES, type Settings } from '../state/settings';
import { blocks, forPlayers, type Block, type Inline } from './markdown';
import { rulesOf } from './texts';

type Other = Exclude<Settings['locale'], 'en'>;
const DICTIONARIES: Record<Other, Dictionary> = { sv, zh };
const others = LOCALES.filter((locale): locale is Other => locale !== 'en');

const folder = new URL('../../../docs/games/', import.meta.url);
const games = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));
const read = (path: string) => forPlayers(blocks(readFileSync(new URL(`${path}.md`, folder), 'utf8')));

/** The pieces of a block that say something by themselves: items, rows, or the whole. */
function pieces(block: Block): Inline[][] {
  switch (block.kind) {
    case 'code':
      return [[{ kind: 'text', text: block.text }]];
    case 'list':
      return block.items;
    case 'table':
      return [block.head, ...block.rows].map((row) => row.flat());
    default:
      return [block.text];
  }
}
const parts = (block: Block): Inline[] => pieces(block).flat();
const plain = (list: Inline[]): string => list.map(({ text }) => text).join('');
const of = (kind: Inline['kind'], list: Inline[]): string[] =>
  list.filter((part) => part.kind === kind).map(({ text }) => text);
const numbers = (list: Inline[]): string[] => list.flatMap(({ text }) => text.match(/\d+/g) ?? []);

function shape(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `heading ${block.level}`;
    case 'list':
      return `${block.ordered ? 'numbered ' : ''}list of ${block.items.length}`;
    case 'table':
      return `table, columns in each row: ${[block.head, ...block.rows].map((row) => row.length).join(' ')}`;
    default:
      return block.kind;
  }
}

/** A language has words of its own for these: for a switch, and for what is named in a drawing. */
const SAID_OTHERWISE = ['on', 'off', 'changed'];

describe.each(others)('the rules in %s', (locale) => {
  const dictionary = DICTIONARIES[locale];

  test('are those of every game, and of no other', () => {
    const translated = readdirSync(new URL(`${locale}/`, folder));
    expect(translated.sort(), `docs/games/${locale}`).toEqual(games.map((game) => `${game}.md`).sort());
  });

  test.each(games)('%s: have every heading, paragraph, item and row of the English ones', (game) => {
    expect(read(`${locale}/${game}`).map(shape)).toEqual(read(game).map(shape));
  });

  test.each(games)('%s: keep each option, command and number where it stands in English', (game) => {
    const translated = read(`${locale}/${game}`).flatMap(pieces);
    for (const [n, english] of read(game).flatMap(pieces).entries()) {
      const piece = translated[n] ?? [];
      const codes = of('code', english).filter((code) => !SAID_OTHERWISE.includes(code));
      expect(of('code', piece), plain(english)).toEqual(expect.arrayContaining(codes));
      expect(numbers(piece), plain(english)).toEqual(expect.arrayContaining(numbers(english)));
    }
  });

  test.each(games)('%s: leave no sentence in English', (game) => {
    const english = new Set(read(game).map((block) => plain(parts(block))));
    const left = read(`${locale}/${game}`)
      .slice(1)
      .map((block) => plain(parts(block)));
    expect(left.filter((text) => english.has(text))).toEqual([]);
  });

  test.each(games)('%s: call game, options, their values and bots as the other pages do', (game) => {
    const [title, ...translated] = read(`${locale}/${game}`);
    const words = dictionary.games?.[game];
    if (!words) throw new Error(`src/i18n/games.${locale}.ts has no words for ${game}`);
    expect(title && plain(parts(title))).toBe(words.title);

    const rows = translated.flatMap((block) => (block.kind === 'table' ? block.rows : []));
    const named = rows.map(([name]) => plain(name ?? []));
    const brackets = locale === 'zh' ? ['（', '）'] : [' (', ')'];
    for (const [key, [name]] of Object.entries(words.options))
      expect(named).toContain(`${name}${brackets[0]}${key}${brackets[1]}`);

    const all = plain(translated.flatMap(parts)).toLowerCase();
    const codes = of('code', read(game).flatMap(parts));
    for (const [value, name] of Object.entries(dictionary.choices))
      if (codes.includes(value) && value !== 'off') expect(all).toContain(name.toLowerCase());

    const bold = of('strong', translated.flatMap(parts));
    const levels = of('strong', read(game).flatMap(parts)).filter((word) => word in dictionary.levels);
    expect(bold).toEqual(expect.arrayContaining(levels.map((level) => dictionary.levels[level])));
  });
});

test('a text is loaded in the language that is wanted, in English where it has none, and for no game that is not there', async () => {
  expect(await rulesOf('golf', 'sv')?.()).toContain('# Sexkortsgolf');
  expect(await rulesOf('golf', 'zh')?.()).toContain('# 六张高尔夫');
  expect(await rulesOf('golf', 'en')?.()).toContain('# Six Card Golf');
  expect(rulesOf('whist', 'sv')).toBeUndefined();
  const onlyEnglish = { '../../../docs/games/whist.md': async () => '# Whist' };
  expect(await rulesOf('whist', 'sv', onlyEnglish)?.()).toBe('# Whist');
});
