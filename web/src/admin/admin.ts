// What the operator asks of the server, with the admin token. It is kept in memory only: a page that is loaded again asks
// for it again.
import { bearer, getJson, postJson, sendDelete, type HttpWorld } from '../net/http';
import type {
  AllTables,
  AuditedAction,
  AuditList,
  ConnectedPlayers,
  OpenReports,
  SanctionList,
  Status,
} from '../generated/http';

/** All that the page shows. */
export type Overview = Pick<Status, 'version' | 'people'> &
  OpenReports &
  SanctionList &
  AllTables &
  ConnectedPlayers & { audit: AuditedAction[] };

export type Deed = 'warn' | 'mute' | 'ban';

/** The body of a mute or a ban; a name with a dot and digits, or colons, is an address. */
export function sanctionOf(kind: 'mute' | 'ban', whom: string, minutes: number, reason: string): object {
  const isAddress = kind === 'ban' && /^[0-9a-f.:]+(\/\d+)?$/i.test(whom) && /[.:]/.test(whom);
  return { kind, [isAddress ? 'addresses' : 'person']: whom, minutes, ...(reason && { reason }) };
}

const API = '/api/admin';

export class Admin {
  readonly #world: HttpWorld;

  constructor(token: string, world?: HttpWorld) {
    this.#world = bearer(token, world);
  }

  async overview(): Promise<Overview> {
    const [status, reports, sanctions, tables, players, audit] = await Promise.all(
      ['status', 'reports', 'sanctions', 'tables', 'players', 'audit'].map((path) =>
        getJson(`${API}/${path}`, this.#world),
      ),
    );
    return {
      ...(status as Status),
      ...(reports as OpenReports),
      ...(sanctions as SanctionList),
      ...(tables as AllTables),
      ...(players as ConnectedPlayers),
      audit: (audit as AuditList).entries,
    };
  }

  warn(person: string, text: string): Promise<unknown> {
    return postJson(`${API}/warnings`, { person, text }, this.#world);
  }

  sanction(kind: 'mute' | 'ban', whom: string, minutes: number, reason: string): Promise<unknown> {
    return postJson(`${API}/sanctions`, sanctionOf(kind, whom, minutes, reason), this.#world);
  }

  lift(id: string): Promise<unknown> {
    return sendDelete(`${API}/sanctions/${encodeURIComponent(id)}`, this.#world);
  }

  closeReport(id: string): Promise<unknown> {
    return sendDelete(`${API}/reports/${encodeURIComponent(id)}`, this.#world);
  }

  closeTable(id: string, reason: string): Promise<unknown> {
    return postJson(`${API}/tables/${id}/close`, reason ? { reason } : {}, this.#world);
  }

  announce(text: string): Promise<unknown> {
    return postJson(`${API}/announce`, { text }, this.#world);
  }
}
