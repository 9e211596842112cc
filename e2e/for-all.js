// What all tests of a file share.
import { after, before } from 'node:test';

import { openBrowser, startServer } from './harness.js';

/** Opens a server and a browser before the first test, and closes them after the last. */
export function openForAll(take, flags) {
  const opened = {};
  before(async () => {
    opened.server = await startServer(flags);
    opened.browser = await openBrowser();
    take(opened);
  });
  after(async () => {
    await opened.browser?.close();
    await opened.server?.close();
  });
}
