// The watch list: people one follows, and their running public games.
import type { TableInfo } from '../generated/protocol';
import { getJson, sendDelete, sendPut } from '../net/http';
import type { Follow } from '../generated/http';

export type { Follow };

export async function listFollows(): Promise<Follow[]> {
  return ((await getJson('/api/follows')) as { follows: Follow[] }).follows;
}

/** Running public games of the people one follows. */
export async function followedTables(): Promise<TableInfo[]> {
  return ((await getJson('/api/followed-tables')) as { tables: TableInfo[] }).tables;
}

const path = (name: string): string => `/api/follows/${encodeURIComponent(name)}`;

export async function follow(name: string): Promise<void> {
  await sendPut(path(name));
}

export async function unfollow(name: string): Promise<void> {
  await sendDelete(path(name));
}
