// For those who listen: what the browser hands to a screen reader, and that it is told each event once. And for those who
// read another language: what happens and what is refused is told in it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { everyGame, gamesOf, openTable, person, withSettings } from './harness.js';
import { heard, listen, mostAnnouncements } from './listening.js';
import { boardOf, decideFor, decideOnce, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const TABLES = { chicago: [3, 5], gomoku: [3, 3], golf: [2, 4], sorry: [3, 4], onecard: [3, 3] };

/** Somebody at a table with bots, at their turn. */
async function atTurn(name, game, options = {}, locale = 'en', [seats] = TABLES[game]) {
  const who = await person(browser, server, name);
  await withSettings(who.context, { locale });
  await listen(who.context);
  const bots = Array.from({ length: seats - 1 }, () => 'casual');
  await openTable(who, { game, seats, bots, bot_delay_ms: 0, clock: 'off', options });
  await yours(who.page);
  return who;
}

async function play(page, game, decisions) {
  for (let made = 0; made < decisions && (await decideOnce(page, decideFor(game))); made += 1);
  await yours(page);
}

/** What Chromium hands to a screen reader: role, name and state of everything that is not hidden from it. */
async function heardBy({ page, context }) {
  const devtools = await context.newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: role?.value,
      name: name?.value ?? '',
      ...Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
    }));
}

const logLines = (page) => page.getByRole('region', { name: 'Log' }).locator('p').allInnerTexts();

describe('whoever listens', { concurrency: 2 }, () => {
  test('hears each event once, in the sentence of the log', { timeout: 480_000 }, async () => {
    for (const [game, table] of await everyGame(server, TABLES, (game) => [game.default_seats, 2])) {
      const [, decisions] = table;
      const who = await atTurn(`${game} ear`, game, {}, 'en', table);
      const { page } = who;
      const before = await logLines(page);
      const first = (await heard(page)).length;
      await play(page, game, decisions);
      const told = (await logLines(page)).slice(before.length);
      // A turn is announced a moment after it is shown.
      await page.waitForFunction(
        (last) =>
          document.querySelector('#result') ||
          (window.heard.at(-1)?.text.includes('Your turn') && window.heard.at(-1).text.includes(last)),
        told.at(-1),
      );
      const announcements = (await heard(page)).slice(first);
      const announced = announcements.map(({ text }) => text);
      assert.ok(told.length >= decisions, `${game}: ${told}`);
      // All that happened was said, in its order, and each turn with what to do.
      const all = announced.join(' ');
      let at = 0;
      for (const sentence of told) {
        const found = all.indexOf(sentence, at);
        const again = all.slice(0, at).endsWith(`${sentence} `);
        assert.ok(found >= 0 || again, `${game}: "${sentence}" is not in ${JSON.stringify(announced)}`);
        if (found >= 0) at = found + sentence.length + 1;
      }
      const turns = announced.filter((text) => text.includes('Your turn'));
      assert.ok(turns.length > 0, `${game}: whose turn it is was not told: ${announced}`);
      const most = mostAnnouncements(announcements, decisions);
      assert.ok(announced.length <= most, `${game}: ${announced.length} announcements: ${announced}`);
      // Nothing else speaks up by itself but refusals.
      const regions = await page
        .locator('.page :is([aria-live]:not([aria-live="off"]), [role="status"], [role="log"])')
        .count();
      assert.equal(regions, 1, game);
      await who.context.close();
    }
  });

  test('hears the dealt hand first, and what to do', { timeout: 480_000 }, async () => {
    for (const game of ['chicago', 'onecard']) {
      const who = await atTurn(`${game} dealt`, game);
      const { page } = who;
      await page.waitForFunction(() => window.heard.some(({ text }) => text.includes('Your turn')));
      const said = (await heard(page)).map(({ text }) => text).join(' ');
      const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };
      const cards = await boardOf(page)
        .locator('[data-card]')
        .evaluateAll((all) => all.map(({ dataset }) => dataset.card));
      const dealt = said.match(/You (get|are dealt)[^.]*/)?.[0] ?? '';
      for (const code of cards.slice(0, 5))
        assert.ok(
          dealt.includes(code.slice(1) + signs[code[0]]),
          `${code} is not in "${dealt}" of "${said}"`,
        );
      assert.ok(said.indexOf(dealt) < said.indexOf('Your turn'), said);
      await who.context.close();
    }
  });

  test('hears what a card is and what can be done with it', { timeout: 480_000 }, async () => {
    const who = await atTurn('Cara', 'onecard', { initial_cards: 12 });
    const { page } = who;
    const hand = async () =>
      (await heardBy(who)).filter(({ role, name }) => role === 'button' && / of /.test(name));
    const cards = await hand();
    assert.ok(cards.length >= 12, JSON.stringify(cards));
    for (const { name } of cards)
      assert.match(name, /^(\d+|jack|queen|king|ace) of (spades|hearts|diamonds|clubs)(, can be played)?$/);
    const legal = await boardOf(page).locator('[data-card]:has(.legal)').count();
    assert.equal(cards.filter(({ name }) => name.endsWith('can be played')).length, legal);
    const first = boardOf(page).locator('[data-card]').first();
    await first.click({ position: { x: 10, y: 22 } });
    const chosen = (await hand()).filter(({ pressed }) => pressed === 'true' || pressed === true);
    assert.equal(chosen.length, 1);
    assert.match(chosen[0].name, /, chosen/);
    const heard = await heardBy(who);
    const names = heard.map(({ name }) => name);
    assert.ok(
      names.some((name) => /^Stock, \d+ cards/.test(name)),
      'the stock',
    );
    assert.ok(
      names.some((name) => /^Played pile, .* of .* on top$/.test(name)),
      'the pile',
    );
    assert.ok(
      names.some((name) => /^Bot 2, .*\d+ cards/.test(name)),
      'the others',
    );
    assert.ok(
      heard.every(({ role, name }) => role !== 'button' || name !== ''),
      'every button has a name',
    );
    await who.context.close();
  });

  test('hears every crossing, place and pawn of the other boards', { timeout: 480_000 }, async () => {
    const expected = {
      gomoku: [/^H8, free$/, /^The board\. Arrow keys move/],
      golf: [/^top left, face down/, /^Stock, \d+ cards/, /^Discard pile, .* on top$/],
      sorry: [/, green, in Start/, /^Draw a card, \d+ cards left$/],
      chicago: [/ of (spades|hearts|diamonds|clubs)$/, /^Deck, \d+ cards$/],
    };
    for (const [game, sentences] of Object.entries(expected)) {
      const who = await atTurn(`${game} eye`, game);
      const names = (await heardBy(who)).map(({ name }) => name);
      for (const sentence of sentences)
        assert.ok(
          names.some((name) => sentence.test(name)),
          `${game}: nothing is called ${sentence}`,
        );
      await who.context.close();
    }
  });
});

describe('whoever reads another language', { concurrency: 2 }, () => {
  for (const [locale, region] of [
    ['sv', 'Logg'],
    ['zh', '记录'],
  ]) {
    test(`is told what happens in it: ${locale}`, { timeout: 480_000 }, async () => {
      // A game without sentences in this language speaks English.
      for (const [game, [, decisions]] of Object.entries(TABLES)) {
        const who = await atTurn(`${game} ${locale}`, game, {}, locale);
        const { page } = who;
        // English is what the players of the tests read.
        if (game === 'chicago' || game === 'golf') {
          await page.getByRole('region', { name: region }).locator('p').first().waitFor();
        } else await play(page, game, decisions);
        const told = await page.getByRole('region', { name: region }).locator('p').allInnerTexts();
        const english = new Set(
          who.frames.flatMap((frame) => {
            const { update, table } = JSON.parse(frame);
            const events = [
              ...(update?.events ?? []),
              ...(table?.missed ?? []).flatMap(({ events }) => events),
            ];
            return events.map(({ text }) => text);
          }),
        );
        assert.ok(told.length > 0 && english.size > 0, game);
        // From the first announcement on, and what to do in the same language.
        await page.waitForFunction(() => window.heard.length > 0);
        const said = (await heard(page)).map(({ text }) => text);
        assert.deepEqual(
          said.filter((text) => /\b(your|you|the|draw|put)\b/i.test(text)),
          [],
          game,
        );
        assert.deepEqual(
          told.filter((line) => english.has(line)),
          [],
          game,
        );
        await who.context.close();
      }
    });
  }

  test('is told in it why a card was refused', { timeout: 480_000 }, async () => {
    const who = await atTurn('Disa', 'onecard', { initial_cards: 12 }, 'sv');
    const { page } = who;
    const board = boardOf(page);
    for (;;) {
      await yours(page);
      if ((await board.locator('[data-card]:not(:has(.legal))').count()) > 0) break;
      await play(page, 'onecard', 1);
    }
    await board
      .locator('[data-card]:not(:has(.legal))')
      .first()
      .click({ position: { x: 10, y: 22 } });
    await board.locator('[data-choice="play"]').click();
    const why = board.getByRole('alert');
    await page.waitForFunction(() => document.querySelector('.board [role="alert"]').textContent.length > 10);
    assert.match(
      await why.innerText(),
      /^(Kortet måste passa|Du är under angrepp|Svaret måste passa|Under angrepp)/,
    );
    await who.context.close();
  });

  test('finds the games and their options in it', { timeout: 480_000 }, async () => {
    const games = await gamesOf(server);
    const who = await person(browser, server, 'Elin');
    const { page } = who;
    await page.goto('/settings');
    for (const [locale, create, more] of [
      ['sv', /^Nytt bord för/, 'Fler val'],
      ['zh', /^开一桌/, '更多选项'],
    ]) {
      await page.goto('/settings');
      await page.locator(`[data-value="${locale}"]`).click();
      await page.goto('/');
      await page.getByRole('button', { name: create }).first().click();
      await page.getByRole('button', { name: more }).click();
      for (const [index, game] of games.entries()) {
        // A game without words in this language speaks English.
        if (!(game.name in TABLES)) continue;
        await page.locator('form .chips').first().getByRole('button').nth(index).click();
        const text = await page.locator('body').innerText();
        const left = [game.summary, ...game.options.map(({ description }) => description)].filter((words) =>
          text.includes(words),
        );
        assert.deepEqual(left, [], `${game.name} in ${locale}`);
      }
    }
    await who.context.close();
  });
});
