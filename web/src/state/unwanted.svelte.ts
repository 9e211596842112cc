// What one does not want to read: lines of people who are muted on this device or blocked at the server, and lines one reports.
import type { ChatRoom } from '../generated/protocol';
import { listBlocks, type Block } from '../moderation/blocks';
import type { Connection } from '../net/connection';
import { RefusedError } from '../net/messages';
import { quietly } from '../net/quietly';
import { recall, remember } from './storage';

/** Where the names of those whose lines are hidden are kept, and how many of them count. */
const MUTED = 'parlor.muted';
const MAX_MUTED = 20;

export class UnwantedState {
  /** Whose lines are hidden. */
  muted = $state.raw<string[]>(readMuted());
  /** Whom one blocks, as far as this page has asked. The server hides what they say by itself. */
  blocks = $state.raw<Block[]>([]);
  readonly #connection: Connection;
  readonly #ownName: () => string | null;

  constructor(connection: Connection, ownName: () => string | null) {
    this.#connection = connection;
    this.#ownName = ownName;
  }

  /** A new connection knows of nobody who is muted. */
  welcomed(): void {
    for (const name of this.muted) this.#connection.request('mute', { name, on: true }).catch(quietly);
  }

  /** Hides what somebody says, or shows it again. It is kept on this device: every new connection is told. */
  async mute(name: string, on: boolean): Promise<void> {
    await this.#connection.request('mute', { name, on });
    this.muted = [...this.muted.filter((other) => other !== name), ...(on ? [name] : [])];
    remember(MUTED, JSON.stringify(this.muted));
  }

  /** Asks whom one blocks. */
  async loadBlocks(): Promise<void> {
    this.blocks = this.#ownName() === null ? [] : await listBlocks();
  }

  /** Reports a line of chat. After a game watchers read two rooms: the line is looked for in each. */
  async report(rooms: readonly ChatRoom[], number: number, reason: string): Promise<void> {
    for (const [index, room] of rooms.entries()) {
      try {
        await this.#connection.request('report', { room, number, ...(reason && { reason }) });
        return;
      } catch (error) {
        const isElsewhere = error instanceof RefusedError && error.code === 'no_such_line';
        if (!isElsewhere || index === rooms.length - 1) throw error;
      }
    }
  }
}

function readMuted(): string[] {
  try {
    const names: unknown = JSON.parse(recall(MUTED) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, MAX_MUTED) : [];
  } catch {
    return [];
  }
}
