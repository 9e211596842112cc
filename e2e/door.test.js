// A house for invited people: a stranger sees the door, and a link lets them in.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { DESK, person, PHONE } from './harness.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--door', 'invited']);

async function enter({ page }, name) {
  await page.getByLabel('What shall we call you?').fill(name);
  await page.getByRole('button', { name: 'Come in' }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
}

test('an invitation lets a stranger in, who invites another', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', DESK);
  await ann.page.goto('/rules/gomoku');
  await ann.page.getByRole('heading', { name: 'By invitation' }).waitFor();
  assert.equal(await ann.page.locator('[data-game]').count(), 0);
  await clean(ann, 'the door');
  await ann.page.goto(`/door#${await server.invite()}`);
  await enter(ann, 'Ann');
  await ann.page.goto('/settings');
  await ann.page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await ann.page.locator('[data-invitation-link]').inputValue();
  await ann.page.locator('[data-invitation]').waitFor();
  await clean(ann, 'invitations');

  const ben = await person(browser, server, 'Ben', PHONE);
  await ben.page.goto(link);
  await clean(ben, 'the door on a phone');
  await enter(ben, 'Ben');
  const late = await person(browser, server, 'Late', PHONE);
  await late.page.goto(link);
  await late.page.getByLabel('What shall we call you?').fill('Late');
  await late.page.getByRole('button', { name: 'Come in' }).click();
  await late.page.getByRole('alert').waitFor();
  await late.page.goto('/');
  await late.page.getByRole('heading', { name: 'By invitation' }).waitFor();
  assert.deepEqual([...ann.errors, ...ben.errors, ...late.errors], []);
});
