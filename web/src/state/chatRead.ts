// Up to which line the chat of each table was read, so that a reload makes nothing read that was not.
import { recall, remember } from './storage';

const KEY = 'parlor.chat-read';
/** More tables are not remembered; the oldest go first. */
const MAX_TABLES = 30;

function all(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (entry): entry is [string, number] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number',
    );
  } catch {
    return [];
  }
}

/** The last line that was read; nothing for a table that is new to this browser. */
export const lastRead = (table: string): number | null => all().find(([id]) => id === table)?.[1] ?? null;

export function noteRead(table: string, line: number): void {
  const others = all().filter(([id]) => id !== table);
  remember(KEY, JSON.stringify([...others, [table, line]].slice(-MAX_TABLES)));
}
