// The announced tables as this browser last read them. Every page reminds of those that one said yes to.
import { server } from '../state/server.svelte';
import { listScheduled, dueNow, nextChange, type Scheduled } from './scheduled';

/** How often the list is read again while somebody may look, in milliseconds. */
const AGAIN_MS = 60_000;

class Upcoming {
  list = $state.raw<Scheduled[]>([]);
  loaded = $state(false);
  /** The table to remind of now. */
  due = $state.raw<Scheduled | null>(null);
  /** Time of the server minus time of this browser. */
  #ahead = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The time of the server. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  async load(): Promise<void> {
    try {
      this.list = await listScheduled();
      this.loaded = true;
      const first = this.list[0];
      if (first) this.#ahead = first.now - Date.now();
    } catch {
      // It is read again soon; what is known stays.
    }
    this.#look();
  }

  /** A table as it is now. */
  put(changed: Scheduled): void {
    this.#ahead = changed.now - Date.now();
    const others = this.list.filter((known) => known.table !== changed.table);
    this.list = [...others, changed].sort((one, other) => one.starts_at - other.starts_at);
    this.#look();
  }

  /** A table that was taken back. */
  drop(table: string): void {
    this.list = this.list.filter((known) => known.table !== table);
    this.#look();
  }

  /** Reads the list as long as the page is open. Call it once, from the root. */
  start(): void {
    $effect(() => {
      void server.name;
      if (server.met) void this.load();
    });
    $effect(() => {
      const timer = setInterval(() => {
        if (server.met && !document.hidden) void this.load();
      }, AGAIN_MS);
      return () => clearInterval(timer);
    });
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.due = dueNow(this.list, this.now());
    const next = nextChange(this.list, this.now());
    // A timer that is longer than 24 days fires at once.
    if (next !== null && next < 2_000_000_000) this.#timer = setTimeout(() => void this.load(), next + 500);
  }
}

export const upcoming = new Upcoming();
