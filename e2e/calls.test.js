// Being called: a webhook is set, tried and removed in the settings.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, openTable, person, PHONE } from './harness.js';

let server;
let browser;

openForAll(
  (opened) => ({ server, browser } = opened),
  ['--webhook-networks', '127.0.0.1', '--push-contact', 'mailto:operator@example.org'],
);

/** What a push service takes, as it came. */
const pushed = [];
const service = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    pushed.push({ headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(201).end();
  });
});
after(() => service.close());

/** Reads a message with the browser's keys, as RFC 8188 and RFC 8291 say. */
function decrypted(body, browserKey, auth) {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey.getPublicKey(), sender]);
  const both = Buffer.from(hkdfSync('sha256', browserKey.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', both, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', both, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  assert.equal(text.at(-1), 2, 'the delimiter of the last record');
  return JSON.parse(text.subarray(0, -1));
}

const calls = [];
const hook = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    calls.push({ path: request.url, title: request.headers.title, body });
    response.writeHead(204).end();
  });
});
after(() => hook.close());

test('a webhook is set, tried and removed', { timeout: 480_000 }, async () => {
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const ann = await person(browser, server, 'Ann', PHONE);
  await comeIn(ann);
  await ann.page.goto('/settings');
  const panel = ann.page.locator('section', { has: ann.page.locator('#calls-title') });
  await panel.getByLabel('Address that takes the call').fill(`http://127.0.0.1:${hook.address().port}/topic`);
  const form = panel.locator('form', { hasText: 'Address that takes the call' });
  await form.getByLabel('Quiet hours').check();
  await panel.getByRole('button', { name: 'Call me there' }).click();
  await panel.getByText('Saved.').waitFor();
  await clean(ann, 'a webhook');
  await panel.getByRole('button', { name: 'Try it' }).click();
  await panel.getByText('Sent: it should be there now.').waitFor();
  assert.deepEqual(calls, [
    { path: '/topic', title: 'Parlor', body: 'This is how you are called when it is your turn.' },
  ]);
  await ann.page.reload();
  assert.equal(await form.getByLabel('From').inputValue(), '22:00');
  await panel.getByRole('button', { name: 'Do not call me' }).click();
  await panel.getByRole('button', { name: 'Try it' }).waitFor({ state: 'detached' });
  assert.deepEqual(ann.errors, []);
});

test('games that wait for one are listed on every page', { timeout: 480_000 }, async () => {
  const ben = await person(browser, server, 'Ben', PHONE);
  const first = await openTable(ben, { game: 'gomoku', seats: 2, bots: ['random'], clock: 'off' });
  await ben.page.getByText('Your turn').first().waitFor();
  assert.equal(await ben.page.locator('[data-waiting]').count(), 0, 'this one is in sight');
  await ben.page.goto('/settings');
  await ben.page.locator('[data-waiting="1"] summary').click();
  await clean(ben, 'a game that waits');
  await ben.page.locator('[data-waiting] a').click();
  await ben.page.waitForURL(`**/t/${first}`);
  // Every other route there is. An invitation leads on at once unless it is refused, and the lobby lists all games itself.
  for (const path of [
    '/people/Ben',
    '/with/Nobody',
    '/scheduled/zzzzzzzzzz',
    '/j/zzzzzzzzzz',
    '/t/zzzzzzzzzz',
    '/r/zzzzzzzzzz-1',
    '/day',
    '/tournaments',
    '/tournaments/zzzzzzzzzz',
    '/ratings',
    '/link',
    '/learn',
    '/learn/gomoku',
    '/learn/gomoku/1',
    '/rules/gomoku',
    '/admin',
    '/nowhere/at/all',
  ]) {
    await ben.page.goto(path);
    await ben.page.locator('[data-waiting="1"] summary').waitFor();
  }
  await ben.page.goto('/learn/gomoku/1');
  await ben.page.locator('[data-waiting="1"] summary').click();
  await clean(ben, 'a game that waits, in a lesson');
  assert.deepEqual(ben.errors, []);
});

test('a browser is called by web push, and shows it', { timeout: 480_000 }, async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const browserKey = createECDH('prime256v1');
  browserKey.generateKeys();
  const auth = randomBytes(16);
  const cleo = await person(browser, server, 'Cleo', PHONE);
  await cleo.context.grantPermissions(['notifications']);
  // The browser of a test has no push service of its own: this one stands in for what it would give the page.
  await cleo.context.addInitScript(
    (given) => {
      const own = () =>
        sessionStorage.getItem('subscribed') === null
          ? null
          : {
              endpoint: given.endpoint,
              options: {},
              toJSON: () => given,
              unsubscribe: () => Promise.resolve(sessionStorage.removeItem('subscribed')),
            };
      PushManager.prototype.getSubscription = () => Promise.resolve(own());
      PushManager.prototype.subscribe = (options) => {
        if (options.applicationServerKey.length !== 65) throw new Error('not a key of the server');
        sessionStorage.setItem('subscribed', 'yes');
        return Promise.resolve(own());
      };
    },
    {
      endpoint: `http://127.0.0.1:${service.address().port}/cleo`,
      keys: { p256dh: browserKey.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
  );
  await comeIn(cleo);
  await cleo.page.goto('/settings');
  await cleo.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const panel = cleo.page.locator('[data-push]');
  await panel.getByRole('button', { name: 'Call me on this device' }).click();
  await cleo.page.locator('[data-push=on]').waitFor();
  await panel.getByText('You are called on 1 device.').waitFor();
  await clean(cleo, 'calls on this device');
  await panel.getByRole('button', { name: 'Try it' }).click();
  await panel.getByText('Sent: it should be there now.').waitFor();
  assert.equal(pushed.length, 1);
  assert.equal(pushed[0].headers['content-encoding'], 'aes128gcm');
  const message = decrypted(pushed[0].body, browserKey, auth);
  assert.equal(message.notification.title, 'Parlor');

  // What arrives is shown by the worker, and leads to its table.
  const session = await cleo.context.newCDPSession(cleo.page);
  const registered = new Promise((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations.length > 0) resolve(registrations[0].registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const turn = {
    title: 'Your turn: Chicago',
    body: 'With Ann.',
    navigate: '/t/ss439rrzy0',
    tag: 'ss439rrzy0',
  };
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: await registered,
    data: JSON.stringify({ web_push: 8030, notification: turn }),
  });
  const shown = await cleo.page.waitForFunction(async () => {
    const worker = await navigator.serviceWorker.ready;
    const [notice] = await worker.getNotifications();
    return notice && { title: notice.title, body: notice.body, tag: notice.tag, path: notice.data.path };
  });
  const { title, body, tag } = turn;
  assert.deepEqual(await shown.jsonValue(), { title, body, tag, path: '/t/ss439rrzy0' });

  await panel.getByRole('button', { name: 'Not on this device any more' }).click();
  await cleo.page.locator('[data-push=off]').waitFor();
  assert.deepEqual(cleo.errors, []);
});

test('vacation days are taken and given back', { timeout: 480_000 }, async () => {
  const dan = await person(browser, server, 'Dan', PHONE);
  const eve = await person(browser, server, 'Eve', PHONE);
  const slow = await openTable(dan, { game: 'gomoku', seats: 2, clock: 86_400 });
  await comeIn(eve);
  await eve.page.goto(`/t/${slow}`);
  await eve.page
    .getByRole('button', { name: /sit|join/i })
    .first()
    .click();
  await dan.page.goto('/settings');
  const panel = dan.page.locator('[data-vacation]');
  await panel.getByText('14 of 14 days are left this year.').waitFor();
  await panel.getByLabel('Days').fill('3');
  await panel.getByRole('button', { name: 'Go on vacation' }).click();
  await dan.page.locator('[data-vacation=on]').waitFor();
  await panel.getByText('11 of 14 days are left this year.').waitFor();
  await clean(dan, 'a vacation');
  // The other sees it at the table.
  // On a phone, too, where only the plate at the table has room for it.
  await eve.page.locator('[data-seat]').getByText('on vacation').filter({ visible: true }).first().waitFor();
  await eve.page.getByRole('button', { name: 'Got it' }).click();
  await clean(eve, 'somebody on vacation');
  await panel.getByRole('button', { name: 'I am back' }).click();
  await panel.getByText('13 of 14 days are left this year.').waitFor();
  assert.deepEqual([...dan.errors, ...eve.errors], []);
});
