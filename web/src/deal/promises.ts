// What the server promised before a deal, and what this person added: remembered until the game can be checked.
import { recall, remember } from '../state/storage';

export interface Promised {
  /** What the server was bound to, as told before the nonce was given. */
  commitment: string;
  nonce: string;
}

/** The name of the promise for the deals of a day: it is made before anybody has a table. */
export const dayPromise = (date: string): string => `day ${date}`;

const KEY = 'parlor.promises';
const MOST = 200;

export function notePromise(replay: string, promised: Promised): void {
  const known = all().filter(([id]) => id !== replay);
  remember(KEY, JSON.stringify([...known, [replay, promised]].slice(-MOST)));
}

export function promiseOf(replay: string): Promised | null {
  return all().find(([id]) => id === replay)?.[1] ?? null;
}

function all(): [string, Promised][] {
  try {
    const list: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(list) ? (list as [string, Promised][]) : [];
  } catch {
    return [];
  }
}
