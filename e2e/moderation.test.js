// Rules of a house: hosts, blocks, reports, and the operator's page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, PHONE, sitDown } from './harness.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened));

/** The screen is as good for people with other eyes. */
const chat = ({ page }) => page.getByRole('log');

async function says({ page }, text) {
  await page.getByLabel('Say something').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('a host removes somebody and locks a seat', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', PHONE);
  const table = await openTable(ann, { game: 'chicago', seats: 3, clock: 'off' });
  const eve = await person(browser, server, 'Eve', DESK);
  await sitDown(eve, table);
  await clean(ann, 'a host before the game');
  await ann.page.getByRole('button', { name: 'Remove Eve from the table' }).click();
  await eve.page.locator('[data-notice=removed]').waitFor();
  await clean(eve, 'removed from a table');
  await eve.page.getByRole('button', { name: 'Close' }).click();
  await ann.page.locator('[data-lock="2"]').click();
  await ann.page.getByText('Locked', { exact: true }).waitFor();
  await clean(ann, 'a locked seat');
  const ben = await person(browser, server, 'Ben', PHONE);
  await comeIn(ben);
  await ben.page.goto(`/t/${table}`);
  await ben.page.getByText('Locked', { exact: true }).waitFor();
  await ben.page.getByRole('button', { name: 'Sit here' }).click();
  await ann.page.locator('#content').getByText('Ben', { exact: true }).waitFor();
  assert.deepEqual([...ann.errors, ...eve.errors, ...ben.errors], []);
});

test(
  'a line is reported and its writer blocked; the operator warns and bans',
  { timeout: 480_000 },
  async () => {
    const cleo = await person(browser, server, 'Cleo', DESK);
    const dan = await person(browser, server, 'Dan', PHONE);
    await comeIn(cleo);
    await comeIn(dan);
    await says(dan, 'something rude');
    await chat(cleo).getByText('something rude').waitFor();
    await chat(cleo).getByText('something rude').hover();
    await cleo.page.getByRole('button', { name: 'About this message of Dan' }).click();
    await cleo.page.getByLabel('What is wrong?').fill('rude');
    await clean(cleo, 'reporting a line');
    await cleo.page.getByRole('button', { name: 'Report to the operator' }).click();
    await cleo.page.getByText('Reported.').waitFor();
    await cleo.page.getByRole('button', { name: 'Block Dan' }).click();
    await chat(cleo).getByText('something rude').waitFor({ state: 'detached' });
    await says(dan, 'still there');
    await says(cleo, 'quiet here');
    await chat(cleo).getByText('quiet here').waitFor();
    assert.equal(await chat(cleo).getByText('still there').count(), 0);
    await cleo.page.goto('/settings');
    await cleo.page.locator('[data-blocked=Dan]').waitFor();
    await clean(cleo, 'blocked people');
    await cleo.page.goto('/people/Dan');
    await cleo.page.getByRole('button', { name: 'Unblock Dan' }).waitFor();
    await clean(cleo, 'the page of a blocked person');

    const operator = await person(browser, server, 'Operator', DESK);
    await operator.page.goto('/admin');
    await clean(operator, 'the lock of the operator');
    await operator.page.getByLabel('Admin token').fill('wrong');
    await operator.page.getByRole('button', { name: 'Open' }).click();
    await operator.page.getByRole('alert').waitFor();
    await operator.page.getByLabel('Admin token').fill(server.admin);
    await operator.page.getByRole('button', { name: 'Open' }).click();
    const report = operator.page.locator('[data-report]');
    await report.getByText('something rude').waitFor();
    assert.equal(await operator.page.getByText('still there').count(), 0, 'it was not reported');
    await clean(operator, 'the page of the operator');
    await report.getByRole('button', { name: 'Warn Dan' }).click();
    await operator.page.getByLabel('Reason').fill('Please be kind.');
    await operator.page.getByRole('button', { name: 'Do it' }).first().click();
    await dan.page.locator('[data-notice=warning]').getByText('Please be kind.').waitFor();
    await clean(dan, 'a warning on a phone');
    await dan.page.getByRole('button', { name: 'I have read it' }).click();
    await report.getByRole('button', { name: 'Dealt with' }).click();
    await operator.page.getByText('No open reports.').waitFor();
    await operator.page.locator('[data-person=Dan]').getByRole('button', { name: 'Ban Dan' }).click();
    await operator.page.getByRole('button', { name: 'Do it' }).first().click();
    await dan.page.getByText('The operator has banned you.').waitFor();
    await clean(dan, 'banned, on a phone');
    await operator.page.getByRole('button', { name: 'Lift: Dan' }).click();
    await operator.page.getByText('Nobody is muted or banned.').waitFor();
    await operator.page.setViewportSize(PHONE.viewport);
    await clean(operator, 'the page of the operator on a phone');
    await dan.page.getByRole('button', { name: 'Try now' }).click();
    await dan.page.getByText('The operator has banned you.').waitFor({ state: 'detached' });
    assert.deepEqual([...cleo.errors, ...dan.errors, ...operator.errors], []);
  },
);
