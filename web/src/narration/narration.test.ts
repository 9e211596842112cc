// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';

import { LOCALES } from '../state/settings';
import { narrateEvent, narrateReason, narrateRefusal, type AnyReasons, type AnySentences } from './narrator';

const files = import.meta.glob<{ sentences: AnySentences }>('../boards/*/sentences.*.ts', { eager: true });
const whys = import.meta.glob<{ reasons: AnyReasons }>('../boards/*/reasons.*.ts', { eager: true });
/** A game without sentences is narrated in the server's English; one that has some has them in every language. */
const GAMES = [...new Set(Object.keys(files).map((path) => path.split('/')[2] ?? ''))];
const OTHERS = LOCALES.filter((locale) => locale !== 'en');
const voice = { you: 0, name: (seat: number) => ['Ann', 'Bo', 'Cleo'][seat] ?? '' };

/** The events and refusals of a game, from the schema that is generated from its rules. */
interface Definitions {
  Event: { oneOf: { const?: string; properties?: object }[] };
  Reason: { oneOf: { properties: object }[] };
  RefusalCode: { enum: string[] };
}
const schemas = import.meta.glob<{ $defs: Definitions }>('../../../docs/schema/*.json', { eager: true });
function definitions(game: string): Definitions {
  const schema = schemas[`../../../docs/schema/${game}.json`];
  if (!schema) throw new Error(`docs/schema/${game}.json is missing`);
  return schema.$defs;
}
const eventsOf = (game: string): string[] =>
  definitions(game).Event.oneOf.map((event) => event.const ?? Object.keys(event.properties ?? {})[0] ?? '');
const reasonsOf = (game: string): string[] =>
  definitions(game).Reason.oneOf.map((reason) => Object.keys(reason.properties)[0] ?? '');
const refusalsOf = (game: string): string[] => [...definitions(game).RefusalCode.enum];

function sentences(game: string, locale: string): AnySentences {
  const found = files[`../boards/${game}/sentences.${locale}.ts`]?.sentences;
  if (!found)
    throw new Error(`src/boards/${game}/sentences.${locale}.ts is missing: other languages have one`);
  return found;
}

test('at least the first five games are narrated', () => {
  expect(GAMES.length).toBeGreaterThanOrEqual(5);
});

describe.each(GAMES)('%s', (game) => {
  test.each(OTHERS)('every event and every refusal of the rules has a sentence in %s', (locale) => {
    const { events, refusals } = sentences(game, locale);
    expect(eventsOf(game).length).toBeGreaterThan(3);
    expect(Object.keys(events).sort()).toEqual(eventsOf(game).sort());
    expect(Object.keys(refusals).sort()).toEqual(refusalsOf(game).sort());
  });

  test.each(OTHERS)('every reason of a hint has a sentence in %s', (locale) => {
    const reasons = whys[`../boards/${game}/reasons.${locale}.ts`]?.reasons ?? {};
    expect(reasonsOf(game).length).toBeGreaterThan(3);
    expect(Object.keys(reasons).sort()).toEqual(reasonsOf(game).sort());
  });
});

test('people are named as one speaks to them', () => {
  const event = { card_played: { seat: 0, card: 'S10' } };
  expect(narrateEvent(sentences('chicago', 'sv'), event, voice)).toBe('Du spelar 10♠.');
  expect(narrateEvent(sentences('chicago', 'zh'), event, voice)).toBe('你出 10♠。');
  const other = { game_over: { winners: [0, 1], points: 7 } };
  expect(narrateEvent(sentences('golf', 'sv'), other, voice)).toBe('Du och Bo delar segern med 7 poäng.');
  expect(narrateEvent(sentences('golf', 'zh'), other, voice)).toBe('你和 Bo 以 7 分共同获胜。');
});

test('the reason of a hint says the same as the server, in another language', () => {
  const draws = {
    draws: { kept: 'pair', cards: 2, better_percent: 29, aim: 'three_of_a_kind', aim_percent: 11 },
  };
  const bumps = { bumps: { seat: 1, left: 12 } };
  const why = (game: string, locale: string, reason: unknown) =>
    narrateReason(whys[`../boards/${game}/reasons.${locale}.ts`]?.reasons ?? {}, reason, voice);
  expect(why('chicago', 'sv', draws)).toBe(
    'Behåller paret, och det kan ännu bli triss: 11 %, och något bättre alls: 29 %.',
  );
  expect(why('chicago', 'zh', draws)).toBe('保留对子，还可能成为三条：11%，任何更好的牌型：29%。');
  expect(why('sorry', 'sv', bumps)).toBe(
    'Det skickar Bos pjäs tillbaka till Start, när den hade 12 steg kvar.',
  );
  expect(why('golf', 'zh', { unknown: {} })).toBe(null);
});

test('a refusal speaks of what lies on the table', () => {
  const view = { top: 'HQ', attack: 4 };
  expect(narrateRefusal(sentences('onecard', 'sv'), 'must_play', view)).toMatch(/passar till Q♥\.$/);
  expect(narrateRefusal(sentences('onecard', 'zh'), 'under_attack', view)).toMatch(
    /能跟 Q♥ 的.*摸 4 张牌。$/,
  );
});

test('what is unknown or malformed is left to the sentence of the server', () => {
  const golf = sentences('golf', 'sv');
  const strange: unknown[] = [
    null,
    'x',
    {},
    { constructor: {} },
    { unheard_of: {} },
    { swapped: null },
    { dealt: 3 },
  ];
  for (const event of strange) expect(narrateEvent(golf, event, voice)).not.toBe('');
  expect(narrateEvent(golf, { unheard_of: {} }, voice)).toBeNull();
  expect(narrateEvent(golf, { swapped: null }, voice)).toBeNull();
  expect(narrateRefusal(golf, 'toString', {})).toBeNull();
});
