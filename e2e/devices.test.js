// One person on several devices: a link signs in another browser, the settings list both, and each can be signed out.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, person, PHONE } from './harness.js';

const { encode } = await import(
  createRequire(new URL('../web/package.json', import.meta.url)).resolve('uqr')
);

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened));

const rows = (page) => page.locator('li[data-device]');

test('a link signs in a phone, which can be signed out from the desk', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', DESK);
  await comeIn(ann);
  await ann.page.goto('/settings');
  await rows(ann.page).first().waitFor();
  assert.match(await rows(ann.page).first().innerText(), /this device[\s\S]*here now/);
  await ann.page.getByRole('button', { name: 'Another device' }).click();
  const link = await ann.page.locator('[data-device-link]').inputValue();
  await clean(ann, 'a link for another device');
  // The same link stands there for a camera, large enough for one.
  const picture = ann.page.getByRole('img', { name: 'Code to scan: signs in another device' });
  const { data } = encode(link, { border: 2, ecc: 'M' });
  const dots = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  assert.equal(await picture.locator('path').getAttribute('d'), dots);
  assert.ok((await picture.boundingBox()).width >= 120, 'a camera can read it');

  // Nothing of the code is sent with the address, and it stays in nobody's history.
  const phone = await person(browser, server, 'the phone', PHONE);
  const asked = [];
  phone.page.on('request', (request) => asked.push(request.url()));
  await phone.page.goto(link);
  await phone.page.getByRole('heading', { name: 'Sign in on this device' }).waitFor();
  assert.equal(new URL(phone.page.url()).hash, '');
  const code = new URL(link).hash.slice(1);
  assert.ok(
    asked.every((url) => !new URL(url).search.includes(code) && !new URL(url).pathname.includes(code)),
  );
  await clean(phone, 'signing in with a link');
  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await phone.page.getByText('Welcome back, Ann.').waitFor();
  await phone.page.getByRole('button', { name: 'To the lobby' }).click();
  await phone.page.getByRole('link', { name: 'Ann', exact: true }).waitFor();
  await ann.page.getByText('the other device is signed in').waitFor();
  assert.equal(await rows(ann.page).count(), 2);

  // Both are still signed in after a kill.
  await server.kill();
  await server.restart();
  await phone.page.goto('/settings');
  await rows(phone.page).nth(1).waitFor();
  await clean(phone, 'two devices on a phone');

  // The link is used up.
  const late = await person(browser, server, 'somebody late', PHONE);
  await late.page.goto(link);
  await late.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await late.page.getByRole('alert').getByText('This code is not good').waitFor();

  await ann.page.goto('/settings');
  await rows(ann.page).nth(1).waitFor();
  const other = rows(ann.page).filter({ hasNotText: 'this device' });
  await other.getByRole('button').click();
  await other.waitFor({ state: 'detached' });
  await phone.page.goto('/');
  await phone.page.getByRole('textbox', { name: 'name' }).or(phone.page.locator('#name')).first().waitFor();
  assert.deepEqual([...ann.errors, ...phone.errors, ...late.errors], []);
});

test('a recovery code brings somebody back whose browser is gone', { timeout: 480_000 }, async () => {
  const ben = await person(browser, server, 'Ben', DESK);
  await comeIn(ben);
  await ben.page.goto('/settings');
  await ben.page.getByRole('button', { name: 'Make a recovery code' }).click();
  const code = await ben.page.locator('[data-recovery-code]').innerText();
  await ben.page.getByText('You have one since').waitFor();
  await clean(ben, 'a recovery code');
  await ben.context.close();
  const back = await person(browser, server, 'Ben again', PHONE);
  await back.page.goto('/settings');
  await back.page.getByRole('link', { name: 'Have a recovery code' }).click();
  await back.page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase().replaceAll('-', ' '));
  await back.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await back.page.getByText('Welcome back, Ben.').waitFor();
  assert.deepEqual(back.errors, []);
});
