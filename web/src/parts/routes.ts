// Where one can be, and how it is written in the address.

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; id: string }
  | { page: 'invite'; id: string; code: string | null }
  | { page: 'replay'; id: string }
  | { page: 'rules'; game: string }
  /** All lessons, those of a game, or one of them, counted from 1. */
  | { page: 'learn'; game: string | null; number: number | null }
  | { page: 'person'; name: string }
  | { page: 'settings' }
  | { page: 'admin' }
  | { page: 'ratings' }
  | { page: 'link'; code: string }
  | { page: 'door'; code: string }
  | { page: 'with'; name: string }
  | { page: 'scheduled'; id: string }
  /** Without a date it is today. */
  | { page: 'day'; date: string | null }
  | { page: 'tournaments' }
  | { page: 'tournament'; id: string }
  | { page: 'not_found' };

export function readRoute(path: string, hash = ''): Route {
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second] = parts;
  if (first === undefined) return { page: 'lobby' };
  if (parts.length === 1 && first === 'day') return { page: 'day', date: null };
  if (parts.length === 1 && first === 'settings') return { page: 'settings' };
  if (parts.length === 1 && first === 'admin') return { page: 'admin' };
  if (parts.length === 1 && first === 'ratings') return { page: 'ratings' };
  if (parts.length === 1 && first === 'tournaments') return { page: 'tournaments' };
  if (parts.length === 1 && first === 'link') return { page: 'link', code: hash.slice(1, 61) };
  if (parts.length === 1 && first === 'door') return { page: 'door', code: hash.slice(1, 61) };
  if (first === 'learn') return readLearn(parts.slice(1));
  if (parts.length !== 2 || second === undefined) return { page: 'not_found' };
  if (first === 't' && TABLE.test(second)) return { page: 'table', id: second };
  if (first === 'j' && TABLE.test(second)) {
    const code = hash.replace(/^#/, '');
    return { page: 'invite', id: second, code: CODE.test(code) ? code : null };
  }
  if (first === 'scheduled' && TABLE.test(second)) return { page: 'scheduled', id: second };
  if (first === 'r' && REPLAY.test(second)) return { page: 'replay', id: second };
  if (first === 'people' || first === 'with')
    return readPerson(first === 'people' ? 'person' : 'with', second);
  if (first === 'day' && DATE.test(second)) return { page: 'day', date: second };
  if (first === 'tournaments' && TABLE.test(second)) return { page: 'tournament', id: second };
  if (first === 'rules' && GAME.test(second)) return { page: 'rules', game: second };
  return { page: 'not_found' };
}

function readLearn([game, number, ...rest]: string[]): Route {
  if (game === undefined) return { page: 'learn', game: null, number: null };
  if (!GAME.test(game) || rest.length > 0) return { page: 'not_found' };
  if (number === undefined) return { page: 'learn', game, number: null };
  return NUMBER.test(number) ? { page: 'learn', game, number: Number(number) } : { page: 'not_found' };
}

/** A name stands in an address with its letters encoded. */
function readPerson(page: 'person' | 'with', text: string): Route {
  try {
    return { page, name: decodeURIComponent(text) };
  } catch {
    return { page: 'not_found' };
  }
}

/** The address of somebody's page. */
export function personLink(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

const TABLE = /^[0-9a-z]{10}$/;
const CODE = /^[0-9a-z]{10,40}$/;
const REPLAY = /^[0-9a-z]{10}-[0-9]{1,9}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const GAME = /^[a-z_]{1,20}$/;
const NUMBER = /^[1-9]\d?$/;

/** The link that seats whoever opens it. The code stands after the #, which browsers do not send to servers. */
export function inviteLink(origin: string, table: string, code: string | null): string {
  return `${origin}/j/${table}${code ? `#${code}` : ''}`;
}
