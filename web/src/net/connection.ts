// The one socket of the page: it says hello, comes back by itself, and sends again what is safe to send again.
import { VERSION, type Bye, type Hello, type Welcome } from '../generated/protocol';
import { backoff } from './backoff';
import { LostError, RefusedError, read, write, type ClientKind, type ClientKinds } from './messages';

/** How the connection stands. */
export type Status =
  /** Nothing was tried, or it was closed on purpose. */
  | 'idle'
  /** A socket is being opened, or hello was said. */
  | 'connecting'
  /** The server has welcomed us. */
  | 'open'
  /** It was lost; the next attempt comes. */
  | 'waiting'
  /** The server speaks another version of the protocol. */
  | 'refused';

/** Why there is no connection: what the server said, or that the network is gone; `null` if nobody knows. */
export type Why = { code: string; message: string } | 'offline' | null;

/** What the connection needs from the world; tests bring their own. */
export interface World {
  socket(): WebSocket;
  random(): number;
}

export interface Listener {
  status(status: Status, why: Why): void;
  /** What to say in the hello. */
  hello(): Pick<Hello, 'token' | 'name' | 'program'>;
  /** The token is not known (any more). */
  forgotten(): void;
  welcome(welcome: Welcome): void;
  message(kind: string, body: unknown): void;
}

interface Pending {
  kind: ClientKind;
  body: object;
  again: boolean;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A ping is sent after this time without a message, and a pong awaited for that. */
const QUIET_MS = 20_000;
const PONG_TIMEOUT_MS = 6_000;
/** A server that names a longer time is asked again after this one: a ban may be lifted. */
const MAX_WAIT_MS = 300_000;

export class Connection {
  #socket: WebSocket | null = null;
  #status: Status = 'idle';
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #ref = 0;
  #pending = new Map<number, Pending>();
  readonly #world: World;
  readonly #listener: Listener;

  constructor(world: World, listener: Listener) {
    this.#world = world;
    this.#listener = listener;
  }

  get status(): Status {
    return this.#status;
  }

  /** Comes in, or does nothing if it is under way. */
  connect(): void {
    if (this.#status === 'connecting' || this.#status === 'open') return;
    clearTimeout(this.#timer);
    this.#set('connecting', null);
    let socket: WebSocket;
    try {
      socket = this.#world.socket();
    } catch {
      this.#lost(null);
      return;
    }
    this.#socket = socket;
    // A server that accepts the connection and sends nothing counts as lost.
    this.#watch(PONG_TIMEOUT_MS * 2);
    socket.onopen = () => this.#sayHello(socket);
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#received(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost(null);
    };
  }

  /** Ends the connection for good; what waits for an answer fails. */
  close(): void {
    this.#drop();
    this.#set('idle', null);
    for (const pending of this.#pending.values()) pending.reject(new LostError());
    this.#pending.clear();
  }

  /** Breaks off and comes in anew, with what `hello` says now. */
  restart(): void {
    this.#drop();
    this.#attempt = 0;
    this.#set('waiting', null);
    this.connect();
  }

  /** The page was asleep or the network is back: makes sure at once that somebody is there. */
  wake(): void {
    if (this.#status === 'waiting') {
      this.#attempt = 0;
      this.#set('waiting', null);
      this.connect();
    } else if (this.#status === 'open') {
      this.#ping(PONG_TIMEOUT_MS / 2);
    }
  }

  /** The network is known to be gone. */
  cut(): void {
    if (this.#status === 'open' || this.#status === 'connecting') this.#lost('offline');
  }

  /**
   * Sends a request and returns the body of the answer.
   *
   * With `again` the request is kept until it is answered, over any number of lost connections; use it for what is
   * safe to send twice. Without, it fails with `LostError`.
   */
  request<K extends ClientKind>(kind: K, body: Omit<ClientKinds[K], 'ref'>, again = false): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#status !== 'open' && !again) {
        reject(new LostError());
        return;
      }
      this.#ref += 1;
      const pending = { kind, body, again, resolve, reject };
      this.#pending.set(this.#ref, pending);
      if (this.#status === 'open') this.#send(this.#ref, pending);
    });
  }

  #sayHello(socket: WebSocket): void {
    this.#ref += 1;
    socket.send(write('hello', { version: VERSION, ...this.#listener.hello(), ref: this.#ref }));
  }

  #send(ref: number, pending: Pending): void {
    this.#socket?.send(write(pending.kind, { ...pending.body, ref }));
  }

  #received(frame: unknown): void {
    this.#watch(QUIET_MS);
    const message = read(frame);
    if (!message) return;
    const { kind, body } = message;
    const ref = (body as { ref?: number } | null)?.ref;
    if (kind === 'welcome') {
      this.#welcomed(body as Welcome);
    } else if (kind === 'bye') {
      const { reason, message: sentence, retry_ms } = body as Bye;
      this.#lost({ code: reason, message: sentence }, reason === 'banned' ? retry_ms : 0);
      return;
    } else if (kind === 'refused' && this.#status !== 'open') {
      this.#turnedAway(new RefusedError(body as ConstructorParameters<typeof RefusedError>[0]));
      return;
    } else {
      this.#listener.message(kind, body);
    }
    const pending = ref === undefined ? undefined : this.#pending.get(ref);
    if (ref === undefined || !pending) return;
    this.#pending.delete(ref);
    if (kind === 'refused') {
      pending.reject(new RefusedError(body as ConstructorParameters<typeof RefusedError>[0]));
    } else {
      pending.resolve(body);
    }
  }

  #welcomed(welcome: Welcome): void {
    const first = this.#status !== 'open';
    this.#attempt = 0;
    // What is asked in answer to the welcome is sent at once: only what waited is sent here, in the order it was asked.
    const waiting = first ? [...this.#pending] : [];
    if (first) this.#set('open', null);
    this.#listener.welcome(welcome);
    for (const [ref, pending] of waiting) this.#send(ref, pending);
  }

  #turnedAway(refusal: RefusedError): void {
    if (refusal.code === 'unknown_token') {
      this.#listener.forgotten();
      if (this.#socket) this.#sayHello(this.#socket);
    } else if (refusal.code === 'unsupported_version') {
      this.#drop();
      this.#set('refused', null);
    } else {
      this.#lost(refusal);
    }
  }

  /** Sends a ping and breaks off if nothing comes. */
  #ping(timeout: number): void {
    this.#socket?.send(write('ping', {}));
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#lost(null), timeout);
  }

  #watch(quiet: number): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(
      () => (this.#status === 'open' ? this.#ping(PONG_TIMEOUT_MS) : this.#lost(null)),
      quiet,
    );
  }

  /** Comes in again after a while: not before `wait` milliseconds, which count up to a limit. */
  #lost(why: Why, wait = 0): void {
    this.#drop();
    this.#set('waiting', why);
    for (const [ref, pending] of [...this.#pending]) {
      if (pending.again) continue;
      this.#pending.delete(ref);
      pending.reject(new LostError());
    }
    clearTimeout(this.#timer);
    const pause = Math.max(backoff(this.#attempt, this.#world.random()), Math.min(wait, MAX_WAIT_MS));
    this.#timer = setTimeout(() => this.connect(), pause);
    this.#attempt += 1;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #set(status: Status, why: Why): void {
    this.#status = status;
    this.#listener.status(status, why);
  }
}

/** Where the server of this page takes connections. */
export function socketAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}
