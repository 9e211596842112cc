// A real server, a real browser, and people in it. Each person is a browser context of their own: other storage, other
// cookies, other sockets, nothing shared.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const { chromium, firefox } = createRequire(new URL('../web/package.json', import.meta.url))(
  'playwright-core',
);
const PARLOR = process.env.PARLOR_BIN ?? fileURLToPath(new URL('../target/debug/parlor', import.meta.url));
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Starts a server on a free port, with an empty data directory of its own. */
export async function startServer(flags = []) {
  const data = mkdtempSync(join(tmpdir(), 'parlor-e2e-'));
  let running = await start('127.0.0.1:0', data, flags);
  const { url, admin, gomoku } = running;
  return {
    url,
    /** The admin token. */
    admin,
    /** The port of the legacy Gomoku protocol, of a server that was started with `--gomoku`. */
    gomoku,
    /** Ends the program without a chance to say goodbye. */
    async kill() {
      running.child.kill('SIGKILL');
      await once(running.child, 'exit');
    },
    /** Starts it again where it was, on the same folder. */
    async restart() {
      running = await start(new URL(url).host, data, flags);
    },
    /** Moves the time of a server that was started with `--test-time`. */
    async advance(milliseconds) {
      const answer = await fetch(`${url}/api/admin/advance`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ milliseconds }),
      });
      if (!answer.ok) throw new Error(`time does not move: ${await answer.text()}`);
    },
    /** Makes an invitation as the operator; returns its code. */
    async invite() {
      const answer = await fetch(`${url}/api/admin/invitations`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ uses: 1, days: 1 }),
      });
      if (!answer.ok) throw new Error(`no invitation: ${await answer.text()}`);
      return (await answer.json()).code;
    },
    async close() {
      if (running.child.exitCode === null && running.child.signalCode === null) {
        running.child.kill('SIGTERM');
        await once(running.child, 'exit');
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function start(listen, data, flags) {
  const child = spawn(PARLOR, ['serve', '--listen', listen, '--data-dir', data, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PARLOR_LOG_LEVEL: 'error' },
  });
  let admin = '';
  let url;
  let gomoku;
  for await (const line of createInterface({ input: child.stdout })) {
    admin = line.match(/[Aa]dmin token.*: ([0-9a-f]+)/)?.[1] ?? admin;
    url = line.match(/listening at (http:\/\/[^/\s]+)/)?.[1] ?? url;
    gomoku = line.match(/Gomoku legacy protocol at .*:(\d+)/)?.[1] ?? gomoku;
    if (url && (gomoku || !flags.includes('--gomoku'))) {
      child.stdout.resume();
      return { child, url, admin, gomoku: Number(gomoku) };
    }
  }
  throw new Error('the server did not start');
}

export function openBrowser() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** Debian's Firefox; nothing where it is not installed. */
export async function openFirefox() {
  if (!existsSync(FIREFOX)) return null;
  const executablePath = fileURLToPath(new URL('./firefox.js', import.meta.url));
  // Without a screen it has no mouse, either, unless it is told so: fine (2), and can hover (4).
  const mouse = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 };
  return firefox.launch({ executablePath, channel: 'moz-firefox', firefoxUserPrefs: mouse });
}

export const DESK = { viewport: { width: 1280, height: 800 } };
/** The smallest phone, and the same one on its side. */
export const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
export const LYING = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Changes settings of everybody who opens pages in a context, before they do; what they set themselves stays. */
export const withSettings = (context, settings) =>
  context.addInitScript((wanted) => {
    try {
      const known = JSON.parse(localStorage.getItem('parlor.settings') ?? '{}');
      localStorage.setItem('parlor.settings', JSON.stringify({ ...wanted, ...known }));
    } catch {
      // The empty page before the first one keeps nothing.
    }
  }, settings);

/** Somebody with a browser of their own. All they are sent is kept, and every error of their page fails the test. */
export async function person(browser, server, name, screen = DESK) {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...screen });
  // Against something that never comes, not against a machine that others use too.
  context.setDefaultTimeout(120_000);
  // The tests press everything themselves: nothing happens by itself between two looks at the page.
  await withSettings(context, { autoplay: false });
  const page = await context.newPage();
  const frames = [];
  const errors = [];
  const sent = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  page.on('pageerror', (error) => errors.push(`${name}: ${error.message}`));
  return { name, context, page, frames, sent, errors };
}

/** Waits until the server has answered a request of this kind, and the last one that the page has sent. */
export async function answered({ page, frames, sent }, kind) {
  const isAnswered = () => {
    const last = sent.map((frame) => JSON.parse(frame)[kind]).findLast((body) => body !== undefined);
    return last && frames.some((frame) => Object.values(JSON.parse(frame))[0]?.ref === last.ref);
  };
  // What was just pressed may still be on its way to us.
  do await page.evaluate(() => new Promise(requestAnimationFrame));
  while (!isAnswered());
}

/** Everything that a person's browser knows: the page, what it was sent, what it keeps. */
export async function allThatIsKnownTo({ page, frames }) {
  const stored = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  return [await page.content(), stored, ...frames].join('\n');
}

/** Opens a table with settings that the page would take many clicks for, as this person, who then sits at it. */
export async function openTable({ page, name }, config) {
  await page.goto('/');
  const id = await page.evaluate(
    ([name, config]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const say = (message) => socket.send(JSON.stringify(message));
        const remember = (token) =>
          fetch('/api/session', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ token }),
          });
        socket.onopen = () => say({ hello: { version: 2, name } });
        socket.onmessage = ({ data }) => {
          const { welcome, done, refused } = JSON.parse(data);
          if (refused) reject(new Error(refused.message));
          if (welcome) remember(welcome.token).then(() => say({ open: { config, ref: 7 } }), reject);
          if (done?.ref === 7) {
            socket.close();
            resolve(done.table);
          }
        };
      }),
    [name, config],
  );
  await page.goto(`/t/${id}`);
  return id;
}

/** The games of the server, as it lists them. */
export async function gamesOf(server) {
  const answer = await fetch(`${server.url}/api/games`);
  if (!answer.ok) throw new Error(`/api/games answers ${answer.status}`);
  return (await answer.json()).games;
}

/**
 * Every game of the server with its line of `tables`; one that has none there is played with `otherwise(game)`, so that a
 * new game is tested without a word here.
 */
export async function everyGame(server, tables, otherwise) {
  const games = await gamesOf(server);
  const unknown = Object.keys(tables).filter((name) => !games.some((game) => game.name === name));
  if (unknown.length > 0) throw new Error(`the server has no game called ${unknown.join(', ')}`);
  return games.map((game) => [game.name, tables[game.name] ?? otherwise(game)]);
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
  await page.getByRole('link', { name, exact: true }).waitFor();
}
