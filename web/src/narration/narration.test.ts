// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

import { refuse, tell, type AnyTeller } from './teller';

const tellers = import.meta.glob<{ teller: AnyTeller }>('../boards/*/sentences.*.ts', { eager: true });
const GAMES = ['chicago', 'gomoku', 'golf', 'sorry', 'onecard'];
const voice = { you: 0, name: (seat: number) => ['Ann', 'Bo', 'Cleo'][seat] ?? '' };

/** What a game's rules can tell and refuse, read from where they are written. */
function source(game: string, file: string): string {
  return readFileSync(resolve(`../crates/games/src/${game}/${file}.rs`), 'utf8');
}
function eventsOf(game: string): string[] {
  const body = /pub enum Event \{\n([\s\S]*?)\n\}/.exec(source(game, 'event'))?.[1] ?? '';
  const names = [...body.matchAll(/^ {4}(\w+)(?: \{|\(|,)/gm)].map(([, name]) => name ?? '');
  return names.map((name) => name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase());
}
function refusalsOf(game: string): string[] {
  const body = /fn code[\s\S]*?\n {4}\}/.exec(source(game, 'refusal'))?.[0] ?? '';
  return [...body.matchAll(/=> "(\w+)"/g)].map(([, code]) => code ?? '');
}

function teller(game: string, locale: string): AnyTeller {
  const found = tellers[`../boards/${game}/told.${locale}.ts`]?.teller;
  if (!found) throw new Error(`${game} is not told in ${locale}`);
  return found;
}

describe.each(GAMES)('%s', (game) => {
  test.each(['sv', 'zh'])('tells every event and every refusal of the rules in %s', (locale) => {
    const { told, refused } = teller(game, locale);
    expect(eventsOf(game).length).toBeGreaterThan(3);
    expect(Object.keys(told).sort()).toEqual(eventsOf(game).sort());
    expect(Object.keys(refused).sort()).toEqual(refusalsOf(game).sort());
  });
});

test('people are named as one speaks to them', () => {
  const event = { card_played: { seat: 0, card: 'S10' } };
  expect(tell(teller('chicago', 'sv'), event, voice)).toBe('Du spelar 10♠.');
  expect(tell(teller('chicago', 'zh'), event, voice)).toBe('你出 10♠。');
  const other = { game_over: { winners: [0, 1], points: 7 } };
  expect(tell(teller('golf', 'sv'), other, voice)).toBe('Du och Bo delar segern med 7 poäng.');
  expect(tell(teller('golf', 'zh'), other, voice)).toBe('你和 Bo 以 7 分共同获胜。');
});

test('a refusal speaks of what lies on the table', () => {
  const view = { top: 'HQ', attack: 4 };
  expect(refuse(teller('onecard', 'sv'), 'must_play', view)).toMatch(/passar till Q♥\.$/);
  expect(refuse(teller('onecard', 'zh'), 'under_attack', view)).toMatch(/能跟 Q♥ 的.*摸 4 张牌。$/);
});

test('what is not known is left to the words of the house', () => {
  const golf = teller('golf', 'sv');
  for (const event of [
    null,
    'x',
    {},
    { constructor: {} },
    { unheard_of: {} },
    { swapped: null },
    { dealt: 3 },
  ])
    expect(tell(golf, event, voice) ?? 'the house').not.toBe('');
  expect(tell(golf, { unheard_of: {} }, voice)).toBeNull();
  expect(tell(golf, { swapped: null }, voice)).toBeNull();
  expect(refuse(golf, 'toString', {})).toBeNull();
});
