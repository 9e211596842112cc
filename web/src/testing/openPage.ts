// A page without a browser: the state of the server behind a socket whose other end is the test.
import { ServerState } from '../state/server.svelte';
import { FakeSocket } from './fakeSocket';

export interface OpenPage {
  server: ServerState;
  /** All sockets that the page has opened, the newest last. */
  sockets: FakeSocket[];
  socket(): FakeSocket;
}

/** Opens a page and its first connection; the server has not greeted it yet. */
export function openPage(reload: () => void = () => undefined): OpenPage {
  const sockets: FakeSocket[] = [];
  const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;
  const server = new ServerState({
    socket: () => {
      sockets.push(new FakeSocket());
      return socket() as unknown as WebSocket;
    },
    random: () => 0.5,
    reload,
    build: () => 'aaaaaaaaaaaaaaaa',
  });
  server.open();
  socket().onopen?.();
  return { server, sockets, socket };
}
