// Reading and writing frames: one JSON object with one key, the kind of the message.
import type { ClientMsg, Refused, ServerMsg } from '../generated/protocol';

/** The kinds of messages of a direction, and what each carries. */
export type Kinds<Msg> = {
  [K in Msg extends Msg ? keyof Msg : never]: Msg extends { [P in K]: infer V } ? V : never;
};

export type ClientKinds = Kinds<ClientMsg>;
export type ServerKinds = Kinds<ServerMsg>;
export type ClientKind = keyof ClientKinds;
export type ServerKind = keyof ServerKinds;

/** The kind of a frame and what it carries; `null` if it is not a message. */
export function read(frame: unknown): { kind: string; body: unknown } | null {
  if (typeof frame !== 'string') return null;
  let message: unknown;
  try {
    message = JSON.parse(frame);
  } catch {
    return null;
  }
  if (typeof message !== 'object' || message === null) return null;
  const [entry] = Object.entries(message);
  return entry ? { kind: entry[0], body: entry[1] } : null;
}

export function write(kind: ClientKind, body: object): string {
  return JSON.stringify({ [kind]: body });
}

/** The server refused a request. Its sentence is for people. */
export class RefusedError extends Error {
  readonly code: string;
  /** After how many milliseconds it may be sent again, if a rate limit refused it. */
  readonly retryMs: number | undefined;

  constructor(refused: Refused) {
    super(refused.message);
    this.name = 'RefusedError';
    this.code = refused.code;
    this.retryMs = refused.retry_ms;
  }
}

/** The connection was lost before the answer came, and asking again would not be safe. */
export class LostError extends Error {
  constructor() {
    super('The connection was lost before the server answered.');
    this.name = 'LostError';
  }
}
