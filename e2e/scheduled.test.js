// Tables with a date: announced, answered with one touch, in everybody's own time zone, and open at their time.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, person, PHONE } from './harness.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--test-time', String(Date.now())]);

const HOUR = 3_600_000;

test('a table is announced, answered and played at its time', { timeout: 180_000 }, async () => {
  const ann = await person(browser, server, 'Ann', { ...DESK, timezoneId: 'Europe/Stockholm' });
  const ben = await person(browser, server, 'Ben', { ...PHONE, timezoneId: 'Asia/Tokyo' });
  await comeIn(ann);
  await comeIn(ben);

  // Ann announces a table for the next full hour but one.
  await ann.page.getByRole('button', { name: 'New table', exact: true }).click();
  const form = ann.page.getByRole('form', { name: 'A new table' });
  await form.getByRole('button', { name: /Gomoku/ }).click();
  await form.getByRole('button', { name: '2', exact: true }).click();
  await form.getByRole('checkbox', { name: 'For later' }).check();
  await form.getByLabel('Note (optional)').fill('With <b>cake</b>; tea, too');
  await clean(ann, 'a table for later');
  await form.getByRole('button', { name: 'Announce the table' }).click();
  await ann.page.waitForURL('**/scheduled/*');
  const id = new URL(ann.page.url()).pathname.split('/')[2];
  await ann.page.getByText('With <b>cake</b>; tea, too').waitFor();
  await ann.page.locator('[data-coming]').getByText('Ann').waitFor();
  await clean(ann, 'an announced table');

  // Both see the same moment, each in their own zone.
  await ben.page.goto(`/scheduled/${id}`);
  const seen = async ({ page }) => {
    const time = page.locator('main time');
    await time.waitFor();
    return { text: await time.textContent(), moment: await time.getAttribute('datetime') };
  };
  const [hers, his] = [await seen(ann), await seen(ben)];
  assert.equal(hers.moment, his.moment);
  assert.notEqual(hers.text, his.text);
  const startsAt = Date.parse(hers.moment);
  assert.equal(startsAt % HOUR, 0);

  // One touch in the lobby, and another one on the page.
  await ben.page.goto('/');
  const row = ben.page.locator(`[data-scheduled="${id}"]`);
  await row.getByRole('button', { name: 'I come' }).click();
  await row.getByText('Ann and Ben').waitFor();
  await clean(ben, 'announced tables in the lobby');
  await ben.page.goto(`/scheduled/${id}`);
  await ben.page.getByRole('button', { name: 'I cannot' }).click();
  await ben.page.locator('[data-declined]').getByText('Ben').waitFor();
  await ben.page.getByRole('button', { name: 'I come' }).click();
  await ben.page.locator('[data-coming]').getByText('Ann and Ben').waitFor();

  // The calendar file names the same moment.
  const [download] = await Promise.all([
    ben.page.waitForEvent('download'),
    ben.page.locator('[data-calendar]').click(),
  ]);
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  const file = Buffer.concat(parts).toString('utf8');
  const stamp = new Date(startsAt).toISOString().replace(/[-:]|\.\d+/g, '');
  assert.ok(file.includes(`DTSTART:${stamp}\r\n`), file);
  assert.ok(file.replaceAll('\r\n ', '').includes('With <b>cake</b>\\; tea\\, too'), file);

  // A quarter of an hour before, every page reminds.
  // The time of the server stands, and so it is behind.
  const { now } = await (await fetch(`${server.url}/api/scheduled/${id}`)).json();
  const left = startsAt - now;
  await server.advance(left - 10 * 60_000);
  await ben.page.goto('/settings');
  await ben.page
    .locator(`[data-reminder="${id}"]`)
    .getByText(/Starts in \d+ minutes/)
    .waitFor();
  await clean(ben, 'a reminder');
  await server.advance(10 * 60_000 + 5_000);

  // At its time the table is open, and a seat is kept for Ben.
  await ann.page.reload();
  await ann.page.getByRole('button', { name: 'To the table' }).click();
  await ann.page.waitForURL(`**/t/${id}`);
  await ann.page.locator('[data-kept]').getByText('Ben').waitFor();
  await clean(ann, 'a seat is kept');
  await ben.page.goto(`/scheduled/${id}`);
  await ben.page.getByRole('button', { name: 'To the table' }).click();
  await ben.page.waitForURL(`**/t/${id}`);
  await ann.page.locator('[data-kept]').waitFor({ state: 'detached' });
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});

test('who announced a table takes it back', { timeout: 120_000 }, async () => {
  const cleo = await person(browser, server, 'Cleo', PHONE);
  await comeIn(cleo);
  const announced = await cleo.page.evaluate(async () => {
    const answer = await fetch('/api/scheduled', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ table: { game: 'golf' }, starts_at: Date.now() + 50 * 3_600_000 }),
    });
    return answer.json();
  });
  await cleo.page.goto(`/scheduled/${announced.table}`);
  await cleo.page.getByRole('button', { name: 'Take back' }).click();
  await cleo.page
    .getByRole('group', { name: 'Take back' })
    .getByRole('button', { name: 'Take back' })
    .click();
  await cleo.page.getByText('You have taken this table back.').waitFor();
  await cleo.page.goto(`/scheduled/${announced.table}`);
  await cleo.page.getByText('There is no such table.').waitFor();
  assert.deepEqual(cleo.errors, []);
});
