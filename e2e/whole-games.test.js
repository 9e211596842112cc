// Two people and bots play a whole game of each kind through the page, with clicks and with a finger.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { allThatIsKnownTo, DESK, openTable, person, PHONE, sitDown } from './harness.js';
import { heard, listen, mostAnnouncements } from './listening.js';
import { boardOf, decide, playOut } from './players.js';

let server;
let browser;
let tables = 0;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

/** Ann at a desk and Bo with a phone at a new table with bots, both boards drawn. */
async function atATable(game, seats, options) {
  // Names are the server's, not the table's.
  const number = ++tables;
  const ann = await person(browser, server, `Ann ${number}`, DESK);
  const bo = await person(browser, server, `Bo ${number}`, PHONE);
  await listen(ann.context);
  const bots = Array.from({ length: seats - 2 }, () => 'casual');
  const table = await openTable(ann, {
    game,
    seats,
    options,
    bots,
    bot_delay_ms: 0,
    clock: 'off',
  });
  await sitDown(bo, table);
  await Promise.all(
    [bo, ann].map(async ({ page, name }) => {
      await boardOf(page)
        .waitFor({ timeout: 30_000 })
        .catch(async (error) => {
          const text = await page.locator('body').innerText();
          throw new Error(`${name} sees no board, but: ${text}`, {
            cause: error,
          });
        });
    }),
  );
  return { ann, bo };
}

/** Both play to the end and see the same result. */
async function toTheEnd({ ann, bo }, annDecides, boDecides = annDecides, look = async () => {}) {
  const decisions = await Promise.all([playOut(ann.page, annDecides), playOut(bo.page, boDecides)]);
  assert.ok(Math.min(...decisions) > 0, `both had decisions to make: ${decisions}`);
  await ann.page.locator('#result').waitFor();
  const announcements = await heard(ann.page);
  const most = mostAnnouncements(announcements, decisions[0]);
  console.log(`# ${announcements.length} announcements for ${decisions[0]} decisions, at most ${most}`);
  assert.ok(announcements.length > 0 && announcements.length <= most, JSON.stringify(announcements));
  for (const { page, errors } of [ann, bo]) {
    await page.locator('#result').waitFor();
    assert.deepEqual(errors, []);
    await look({ page });
  }
  const scores = ({ page }) => page.locator('section[aria-labelledby="result"] .score').allInnerTexts();
  assert.deepEqual((await scores(ann)).sort(), (await scores(bo)).sort());
  await Promise.all([ann.context.close(), bo.context.close()]);
}

const cardsOf = ({ page }) =>
  boardOf(page)
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((card) => card.dataset.card));

/** A card in anything that is written: `"S10"` or `S10` between quotes, ids and labels. */
const mentions = (text, card) => new RegExp(`["':.]${card}["':.]`).test(text);

/** The cards of One Card that lie open to everybody, in one message of the server: all of them, or how they changed. */
function openCards(frame) {
  const { table, update } = JSON.parse(frame);
  const view = (table ?? update)?.seen?.view;
  const changes = update?.changes?.filter(([path]) => /^view\.(discards|order_cards|top)\b/.test(path));
  return [view?.discards, view?.order_cards, changes];
}

describe('a whole game through the page', { concurrency: 2 }, () => {
  test('of Chicago: hands stay private until they are played', { timeout: 480_000 }, async () => {
    const people = await atATable('chicago', 3, { pause: 0 });
    const hand = await cardsOf(people.ann);
    assert.equal(hand.length, 5);
    const known = await allThatIsKnownTo(people.bo);
    for (const card of hand) assert.ok(!mentions(known, card), `Bo knows Ann's ${card}`);
    for (const card of await cardsOf(people.bo))
      assert.ok(mentions(known, card), `Bo does not know the own ${card}`);
    await toTheEnd(people, decide.chicago);
  });

  test('of Gomoku: the row that won is shown', { timeout: 480_000 }, async () => {
    const people = await atATable('gomoku', 3, {});
    await toTheEnd(people, decide.gomoku, decide.gomoku, async ({ page }) => {
      assert.equal(await page.locator('.wood path.row').count(), 1);
    });
  });

  test('of Golf: a card from the stock is seen by whoever took it', { timeout: 480_000 }, async () => {
    const people = await atATable('golf', 3, { rounds: 1 });
    let looked = 0;
    const look = async (page) => {
      const held = page === people.ann.page && looked < 3 ? boardOf(page).locator('[data-held]') : null;
      if (held && (await held.count()) > 0) {
        const card = await held.getAttribute('data-held');
        const known = await allThatIsKnownTo(people.bo);
        // Somebody may have put the card back on the pile before; then everybody has seen it.
        if (!known.includes('"new_stock"')) {
          assert.ok(!mentions(known, card), `Bo knows the ${card} that Ann holds`);
          looked += 1;
        }
      }
      await decide.golf(page);
    };
    await toTheEnd(people, look, decide.golf);
    assert.ok(looked > 0, 'Ann took a card from the stock');
  });

  test('of Sorry!: pawns go where they are touched', { timeout: 480_000 }, async () => {
    await toTheEnd(await atATable('sorry', 3, { classic_sorry: 'on' }), decide.sorry);
  });

  test('of One Card: hands stay private', { timeout: 480_000 }, async () => {
    const people = await atATable('onecard', 3, { rounds: 1 });
    const [anns, bos] = [await cardsOf(people.ann), await cardsOf(people.bo)];
    const known = await allThatIsKnownTo(people.bo);
    const open = JSON.stringify(people.bo.frames.map(openCards));
    // Two packs: a card that Bo holds or that lies open may also be Ann's.
    const secret = anns.filter((card) => !bos.includes(card) && !mentions(open, card));
    for (const card of secret) assert.ok(!mentions(known, card), `Bo knows Ann's ${card}`);
    await toTheEnd(people, decide.onecard);
  });
});
