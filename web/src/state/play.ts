// What one does at a table where one is seated.
import type { HintAnswer } from '../generated/protocol';
import type { Connection } from '../net/connection';
import { RefusedError } from '../net/messages';
import { quietly } from '../net/quietly';
import type { TableState } from './table.svelte';

export class PlayRequests {
  readonly #connection: Connection;
  readonly #table: (id: string) => TableState | undefined;

  constructor(connection: Connection, table: (id: string) => TableState | undefined) {
    this.#connection = connection;
    this.#table = table;
  }

  /** Starts the game, at a table that waits for it. */
  async start(table: string): Promise<void> {
    await this.#connection.request('start', { table });
  }

  async addBot(table: string, level: string, seat?: number): Promise<void> {
    await this.#connection.request('add_bot', { table, level, ...(seat !== undefined && { seat }) });
  }

  async removeBot(table: string, seat: number): Promise<void> {
    await this.#connection.request('remove_bot', { table, seat });
  }

  /** Removes a person before the game, as the host. */
  async removePlayer(table: string, seat: number): Promise<void> {
    await this.#connection.request('remove_player', { table, seat });
  }

  /** Keeps a free seat from being taken, or frees it, as the host. */
  async lockSeat(table: string, seat: number, on: boolean): Promise<void> {
    await this.#connection.request('lock_seat', { table, seat, on });
  }

  /** Takes back one's last decision, alone against bots. Not repeated: a second one would take back another. */
  async undo(id: string): Promise<void> {
    const table = this.#table(id);
    if (!table) return;
    const { gameNumber: game_number, nth } = table;
    await this.#connection.request('undo', { table: id, game_number, nth });
  }

  /** Pauses a game alone against bots, or goes on with it. */
  async pause(table: string, on: boolean): Promise<void> {
    await this.#connection.request('pause', { table, on }, true);
  }

  /** Ends a game alone against bots. */
  async resign(table: string): Promise<void> {
    await this.#connection.request('resign', { table });
  }

  /** Plays. The numbers of game and decision make it safe to send again, so it survives a lost connection. */
  async act(id: string, action: unknown): Promise<void> {
    const table = this.#table(id);
    if (!table) return;
    const { gameNumber: game_number, nth } = table;
    // A second choice for the same decision would be refused: the first is on its way.
    const decision = `${game_number}.${nth}`;
    if (table.sent === decision) return;
    table.sent = decision;
    table.sending = true;
    try {
      await this.#connection.request('act', { table: id, game_number, nth, action }, true);
    } catch (error) {
      table.sent = null;
      if (error instanceof RefusedError) table.refuse(error);
      else throw error;
    } finally {
      if (table.sent === null || table.sent === decision) table.sending = false;
    }
  }

  /** Notes what to play if the time runs out. A note that comes too late is no matter. */
  draft(id: string, action: unknown): void {
    const table = this.#table(id);
    if (!table) return;
    const { gameNumber: game_number, nth } = table;
    table.draft = action ?? null;
    const note = action === null || action === undefined ? {} : { action };
    this.#connection.request('draft', { table: id, game_number, nth, ...note }, true).catch(quietly);
  }

  /** Asks for the best choice at the decision that is to be made now. */
  async hint(id: string): Promise<HintAnswer | null> {
    const table = this.#table(id);
    if (!table) return null;
    const { gameNumber: game_number, nth } = table;
    return (await this.#connection.request('hint', { table: id, game_number, nth }, true)) as HintAnswer;
  }
}
