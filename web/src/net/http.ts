// The one door to the HTTP API: a timeout, another try where asking twice changes nothing, and errors that say what is wrong.
import { backoff } from './backoff';

const TIMEOUT_MS = 10_000;
/** How often a question is asked before its failure is told. */
const ATTEMPTS = 3;

/** What the server answered instead of what was asked for. Its message is for people. */
export class HttpError extends Error {
  readonly status: number;
  /** The word for it, by which the sentence is translated; empty if the answer named none. */
  readonly code: string;

  constructor(status: number, message: string, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The server could not be reached, or took too long. */
export class UnreachableError extends Error {}

/** Whether the same question may be answered later: nobody answered, or a server in trouble. */
export function isPassing(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof HttpError && error.status >= 500);
}

/** What the door needs from the world; tests bring their own. */
export interface HttpWorld {
  fetch(path: string, request: RequestInit): Promise<Response>;
  wait(milliseconds: number): Promise<void>;
}

const browser: HttpWorld = {
  fetch: (path, request) => fetch(path, request),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/** The same world for somebody who has a token: the operator. */
export function bearer(token: string, world: HttpWorld = browser): HttpWorld {
  return {
    ...world,
    fetch: (path, request) => {
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${token}`);
      return world.fetch(path, { ...request, headers });
    },
  };
}

/** Asks for JSON. A question that found nobody, or a server in trouble, is asked again. */
export async function getJson(path: string, world: HttpWorld = browser): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(path, {}, world);
    } catch (error) {
      if (!isPassing(error) || attempt >= ATTEMPTS) throw error;
      await world.wait(backoff(attempt - 1, 0.5));
    }
  }
}

/** Sends JSON, once: what is not safe to repeat is not repeated. */
export function postJson(path: string, body: object, world: HttpWorld = browser): Promise<unknown> {
  return ask(
    path,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    world,
  );
}

/** Puts JSON in its place. Doing it twice changes nothing more. */
export function putJson(path: string, body: object, world: HttpWorld = browser): Promise<unknown> {
  return ask(
    path,
    { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    world,
  );
}

/** Puts something in its place. Doing it twice changes nothing more. */
export function sendPut(path: string, world: HttpWorld = browser): Promise<unknown> {
  return ask(path, { method: 'PUT' }, world);
}

/** Deletes something. Doing it twice changes nothing more. */
export function sendDelete(path: string, world: HttpWorld = browser): Promise<unknown> {
  return ask(path, { method: 'DELETE' }, world);
}

async function ask(path: string, request: RequestInit, world: HttpWorld): Promise<unknown> {
  let answer: Response;
  try {
    answer = await world.fetch(path, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new UnreachableError('unreachable', { cause: error });
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const said = body as { message?: string; code?: string } | null;
  throw new HttpError(answer.status, said?.message ?? String(answer.status), said?.code);
}
