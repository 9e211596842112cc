// Whether a deal was fair, computed from what was revealed: docs/protocol.md says over what.
import type { Promised } from './promises';
import { sha256 } from './sha256';

/** What a replay tells about its deal. */
export interface Dealt {
  id: string;
  names: string[];
  record: { seed: string };
  deal?: {
    commitment: string;
    form?: number;
    secret: string;
    nonces: (string | null)[];
    /** In the deals of a day, which one it is. */
    day?: { date: string; game: string };
  };
  seal?: string;
  /** Since names can be forgotten, the seal covers their hashes. */
  name_hashes?: string[];
  /** Nothing where a name was forgotten. */
  name_salts?: (string | null)[];
}

export type Verdict =
  /** The server kept the promise it had made to us. */
  | 'good'
  /** Everything fits, but we were not there when the promise was made. */
  | 'unseen'
  | 'bad'
  /** There was no promise. */
  | 'none';

export interface Checked {
  verdict: Verdict;
  /** The hash of the secret that was revealed. */
  commitment: string;
  /** The seed that follows from the secret and everybody's nonces. */
  seed: string;
}

export async function checkDeal(replay: Dealt, promised: Promised | null): Promise<Checked> {
  const { deal } = replay;
  if (!deal) return { verdict: 'none', commitment: '', seed: '' };
  const { form = 1, secret } = deal;
  const nonces = deal.nonces.map((nonce) => nonce ?? '');
  // The first form also hashed the id of the game, which the server could choose. A form from the future fits nothing.
  // The third form is of a day: its date and the game are hashed too.
  const { day } = deal;
  const date = day ? [day.date] : [];
  const commitment = await sha256(
    form === 1 ? secret : asLines([`parlor commitment ${form}`, ...date, secret]),
  );
  const bound = form === 1 ? [replay.id, secret] : [...(day ? [day.date, day.game] : []), secret];
  const seed = await sha256(asLines([`parlor deal ${form}`, ...bound, ...nonces]));
  const sealed =
    replay.seal === undefined || ((await sealOf(replay)) === replay.seal && (await namesHold(replay)));
  const fits = commitment === deal.commitment && seed === replay.record.seed && sealed;
  const kept =
    promised !== null && promised.commitment === commitment && deal.nonces.includes(promised.nonce);
  const verdict = !fits || (promised !== null && !kept) ? 'bad' : kept ? 'good' : 'unseen';
  return { verdict, commitment, seed };
}

function asLines(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Whether each name that has a salt is the one that was sealed. */
async function namesHold({ names, name_hashes: hashes, name_salts: salts }: Dealt): Promise<boolean> {
  if (!hashes) return true;
  if (hashes.length !== names.length || salts?.length !== names.length) return false;
  for (const [seat, salt] of salts.entries()) {
    const hash = await sha256(asLines(['parlor name 1', salt ?? '', names[seat] ?? '']));
    if (salt !== null && hash !== hashes[seat]) return false;
  }
  return true;
}

/** The hash of all of the replay but its seal, with the keys in order. Names and salts are left out where hashes stand for them. */
async function sealOf(replay: Dealt): Promise<string> {
  const rest: Record<string, unknown> = { ...replay };
  for (const left of replay.name_hashes ? ['seal', 'names', 'name_salts'] : ['seal'])
    Reflect.deleteProperty(rest, left);
  return sha256(JSON.stringify(inOrder(rest)));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
}
