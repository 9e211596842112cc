// A real house, a real browser, and people in it. Each person is a browser context of their own: other storage, other
// cookies, other sockets, nothing shared.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const PARLOR = process.env.PARLOR_BIN ?? fileURLToPath(new URL('../target/debug/parlor', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Opens a house on a free port, with an empty data folder of its own. */
export async function openHouse(flags = []) {
  const data = mkdtempSync(join(tmpdir(), 'parlor-e2e-'));
  let running = await start('127.0.0.1:0', data, flags);
  const { url, admin, gomoku } = running;
  return {
    url,
    /** Where old clients of Gomoku knock, in a house that was opened with `--gomoku`. */
    gomoku,
    /** Ends the program without a chance to say goodbye. */
    async kill() {
      running.server.kill('SIGKILL');
      await once(running.server, 'exit');
    },
    /** Starts it again where it was, on the same folder. */
    async restart() {
      running = await start(new URL(url).host, data, flags);
    },
    /** Moves the time of a house that was opened with `--test-time`. */
    async advance(milliseconds) {
      const answer = await fetch(`${url}/api/admin/advance`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ milliseconds }),
      });
      if (!answer.ok) throw new Error(`time does not move: ${await answer.text()}`);
    },
    async close() {
      if (running.server.exitCode === null && running.server.signalCode === null) {
        running.server.kill('SIGTERM');
        await once(running.server, 'exit');
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function start(listen, data, flags) {
  const server = spawn(PARLOR, ['serve', '--listen', listen, '--data-dir', data, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PARLOR_LOG_LEVEL: 'error' },
  });
  let admin = '';
  let url;
  let gomoku;
  for await (const line of createInterface({ input: server.stdout })) {
    admin = line.match(/admin token.*: ([0-9a-f]+)/)?.[1] ?? admin;
    url = line.match(/listening at (http:\/\/[^/\s]+)/)?.[1] ?? url;
    gomoku = line.match(/Gomoku legacy protocol at .*:(\d+)/)?.[1] ?? gomoku;
    if (url && (gomoku || !flags.includes('--gomoku'))) {
      server.stdout.resume();
      return { server, url, admin, gomoku: Number(gomoku) };
    }
  }
  throw new Error('the house did not open');
}

export function openBrowser() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

export const DESK = { viewport: { width: 1280, height: 800 } };
/** The smallest phone, and the same one on its side. */
export const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
export const LYING = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody with a browser of their own. All they are sent is kept, and every error of their page fails the test. */
export async function person(browser, house, name, screen = DESK) {
  const context = await browser.newContext({ baseURL: house.url, reducedMotion: 'reduce', ...screen });
  const page = await context.newPage();
  const frames = [];
  const errors = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  page.on('pageerror', (error) => errors.push(`${name}: ${error.message}`));
  return { name, context, page, frames, errors };
}

/** Everything that a person's browser knows: the page, what it was sent, what it keeps. */
export async function allThatIsKnownTo({ page, frames }) {
  const stored = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  return [await page.content(), stored, ...frames].join('\n');
}

/** Opens a table with settings that the page would take many clicks for, as this person, who then sits at it. */
export async function openTable({ page, name }, table) {
  await page.goto('/');
  const id = await page.evaluate(
    ([name, table]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const say = (message) => socket.send(JSON.stringify(message));
        const remember = (token) =>
          fetch('/api/session', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ token }),
          });
        socket.onopen = () => say({ hello: { version: 1, name } });
        socket.onmessage = ({ data }) => {
          const { welcome, done, refused } = JSON.parse(data);
          if (refused) reject(new Error(refused.message));
          if (welcome) remember(welcome.token).then(() => say({ open: { new: table, ref: 7 } }), reject);
          if (done?.ref === 7) {
            socket.close();
            resolve(done.table);
          }
        };
      }),
    [name, table],
  );
  await page.goto(`/t/${id}`);
  return id;
}

/** Opens the invitation, says a name, and sits down. */
export async function sitDown({ page, name }, table, code = '') {
  await page.goto(`/j/${table}${code && `#${code}`}`);
  await page.getByLabel('What shall we call you?').fill(name);
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.waitForURL(`**/t/${table}`);
}

/** Takes a name in the lobby. */
export async function comeIn({ page, name }) {
  await page.goto('/');
  await page.getByLabel('What shall we call you?').fill(name);
  await page.getByRole('button', { name: 'That is me' }).click();
  await page.getByRole('link', { name }).waitFor();
}
