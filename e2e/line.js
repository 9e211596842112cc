// The line between a browser and its server, which can go dead without a word, as it does under a machine that sleeps.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A second address of the server, through a line that can be spoilt. */
export async function openLine(server) {
  const { hostname, port } = new URL(server.url);
  const pairs = new Set();
  let down = false;
  const listener = createServer((near) => {
    if (down) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const pair = { near, far };
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        if (!pair.dead) other.destroy();
        pairs.delete(pair);
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${listener.address().port}`,
    /** What the server says no longer arrives; what the browser says does. */
    deafen() {
      for (const { near, far } of pairs) {
        far.unpipe(near);
        far.resume();
      }
    },
    /** The server loses everybody, and the browsers are not told: what they send falls into a hole. No new line can be had. */
    die() {
      down = true;
      for (const pair of pairs) {
        pair.dead = true;
        pair.near.unpipe(pair.far);
        pair.far.unpipe(pair.near);
        pair.near.resume();
        pair.far.destroy();
      }
    },
    /** New lines can be had again. */
    mend() {
      down = false;
    },
    close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      listener.close();
    },
  };
}
