// What the operator asks of the server, with the admin token. It is kept in memory only: a page that is loaded again asks
// for it again.
import { HttpError, UnreachableError } from '../net/http';

const TIMEOUT_MS = 15_000;

export interface Report {
  id: string;
  at: number;
  reporter: string;
  reason?: string;
  room: 'lobby' | 'table' | 'watchers';
  table?: string;
  from: string;
  text: string;
  said_at: number;
}

export interface Sanction {
  id: string;
  kind: 'mute' | 'ban';
  person?: string;
  addresses?: string;
  reason: string;
  made_at: number;
  until: number;
}

export interface AuditedAction {
  at: number;
  action: string;
  target: string;
  detail: string;
  from: string;
}

export interface ListedTable {
  table: string;
  game: string;
  stage: 'waiting' | 'running' | 'finished';
  private: boolean;
  seats: { occupant: 'empty' | { person: { name: string } } | { bot: { level: string } } }[];
}

/** All that the page shows. */
export interface Overview {
  version: string;
  people: number;
  reports: Report[];
  sanctions: Sanction[];
  tables: ListedTable[];
  players: string[];
  audit: AuditedAction[];
}

export type Deed = 'warn' | 'mute' | 'ban';

/** The body of a mute or a ban; a name with a dot and digits, or colons, is an address. */
export function sanctionOf(kind: 'mute' | 'ban', whom: string, minutes: number, reason: string): object {
  const isAddress = kind === 'ban' && /^[0-9a-f.:]+(\/\d+)?$/i.test(whom) && /[.:]/.test(whom);
  return { kind, [isAddress ? 'addresses' : 'person']: whom, minutes, ...(reason && { reason }) };
}

export class Admin {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    let answer: Response;
    try {
      answer = await fetch(`/api/admin/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw new UnreachableError('unreachable', { cause: error });
    }
    const said: unknown = await answer.json().catch(() => null);
    if (answer.ok) return said;
    const { message } = (said ?? {}) as { message?: string };
    throw new HttpError(answer.status, message ?? String(answer.status));
  }

  async overview(): Promise<Overview> {
    const [status, reports, sanctions, tables, players, audit] = await Promise.all(
      ['status', 'reports', 'sanctions', 'tables', 'players', 'audit'].map((path) => this.#ask('GET', path)),
    );
    return {
      ...(status as Pick<Overview, 'version' | 'people'>),
      ...(reports as Pick<Overview, 'reports'>),
      ...(sanctions as Pick<Overview, 'sanctions'>),
      ...(tables as Pick<Overview, 'tables'>),
      ...(players as Pick<Overview, 'players'>),
      audit: (audit as { entries: AuditedAction[] }).entries,
    };
  }

  warn(person: string, text: string): Promise<unknown> {
    return this.#ask('POST', 'warnings', { person, text });
  }

  sanction(kind: 'mute' | 'ban', whom: string, minutes: number, reason: string): Promise<unknown> {
    return this.#ask('POST', 'sanctions', sanctionOf(kind, whom, minutes, reason));
  }

  lift(id: string): Promise<unknown> {
    return this.#ask('DELETE', `sanctions/${encodeURIComponent(id)}`);
  }

  closeReport(id: string): Promise<unknown> {
    return this.#ask('DELETE', `reports/${encodeURIComponent(id)}`);
  }

  closeTable(id: string, reason: string): Promise<unknown> {
    return this.#ask('POST', `tables/${id}/close`, reason ? { reason } : {});
  }

  announce(text: string): Promise<unknown> {
    return this.#ask('POST', 'announce', { text });
  }
}
