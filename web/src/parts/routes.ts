// Where one can be, and how it is written in the address.

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; id: string }
  | { page: 'invite'; id: string; code: string | null }
  | { page: 'replay'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'person'; name: string }
  | { page: 'settings' }
  | { page: 'not_found' };

export function readRoute(path: string, hash = ''): Route {
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second] = parts;
  if (first === undefined) return { page: 'lobby' };
  if (parts.length === 1 && first === 'settings') return { page: 'settings' };
  if (parts.length !== 2 || second === undefined) return { page: 'not_found' };
  if (first === 't' && TABLE.test(second)) return { page: 'table', id: second };
  if (first === 'j' && TABLE.test(second)) {
    const code = hash.replace(/^#/, '');
    return { page: 'invite', id: second, code: CODE.test(code) ? code : null };
  }
  if (first === 'r' && REPLAY.test(second)) return { page: 'replay', id: second };
  if (first === 'people') return readPerson(second);
  if (first === 'rules' && GAME.test(second)) return { page: 'rules', game: second };
  return { page: 'not_found' };
}

/** A name stands in an address with its letters encoded. */
function readPerson(text: string): Route {
  try {
    return { page: 'person', name: decodeURIComponent(text) };
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
const GAME = /^[a-z_]{1,20}$/;

/** The link that seats whoever opens it. The code stands after the #, which browsers do not send to servers. */
export function inviteLink(origin: string, table: string, code: string | null): string {
  return `${origin}/j/${table}${code ? `#${code}` : ''}`;
}
