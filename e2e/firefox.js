#!/usr/bin/env node
// Debian's Firefox for Playwright, over WebDriver BiDi: starts the browser and stands between the two, because Playwright
// asks for a few things that this version of Firefox does not know and that no test here needs.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { WebSocket, WebSocketServer } = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** What an unknown command is answered with. */
const UNKNOWN = ['emulation.setMediaFeaturesOverride'];

const firefox = spawn(FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = line.match(/WebDriver BiDi listening on (ws:\/\/\S+)/)?.[1];
  if (address) process.stderr.write(`WebDriver BiDi listening on ${await between(address)}\n`);
  else process.stderr.write(`${line}\n`);
}

/** Listens for Playwright, and gives the address. */
function between(address) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (client, request) => {
    const browser = new WebSocket(`${address}${request.url === '/' ? '' : request.url}`, { maxPayload: 0 });
    const waiting = [];
    browser.on('open', () => waiting.splice(0).forEach((message) => browser.send(message)));
    client.on('message', (data) => {
      const message = data.toString();
      const { id, method } = JSON.parse(message);
      if (UNKNOWN.includes(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(message);
      else waiting.push(message);
    });
    browser.on('message', (data) => client.send(data.toString()));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
    browser.on('error', () => client.close());
  });
  return new Promise((resolve) =>
    server.on('listening', () => resolve(`ws://127.0.0.1:${server.address().port}`)),
  );
}
