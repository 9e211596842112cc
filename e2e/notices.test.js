// Whoever looks elsewhere is told by the system that it is their turn: once for each turn, and only if they want it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person } from './harness.js';
import { boardOf, decide } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened));

/** A system that keeps its notices, a badge, and a page that can be looked away from. */
const SYSTEM = () => {
  window.notices = [];
  window.badges = [];
  window.away = false;
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      return (this.permission = 'granted');
    }
    constructor(title, { body, tag }) {
      window.notices.push({ title, body, tag });
    }
    close() {}
  };
  Object.defineProperty(document, 'hidden', { get: () => window.away });
  navigator.setAppBadge = async (count) => void window.badges.push(count);
  navigator.clearAppBadge = async () => void window.badges.push(0);
};

const notices = ({ page }) => page.evaluate(() => window.notices);

test('a turn is told once to who looks elsewhere and wants to know', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', DESK);
  await ann.page.addInitScript(SYSTEM);
  const id = await openTable(ann, { game: 'gomoku', seats: 2, clock: 'off', options: { first: 2 } });
  await ann.page.goto('/settings');
  await ann.page.getByRole('checkbox', { name: 'Notices when you look elsewhere' }).check();
  await clean(ann, 'notices');
  const ben = await person(browser, server, 'Ben', DESK);
  await comeIn(ben);
  await ben.page.goto(`/j/${id}`);
  await ben.page.waitForURL('**/t/*');
  await ann.page.evaluate(() => (window.away = true));
  await boardOf(ben.page).waitFor();
  await decide.gomoku(ben.page);
  await ann.page.waitForFunction(() => window.notices.length > 0);
  assert.deepEqual(await notices(ann), [{ title: 'Your turn: Gomoku for three', body: 'With Ben', tag: id }]);
  assert.equal(await ann.page.evaluate(() => window.badges.at(-1)), 1);
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});
