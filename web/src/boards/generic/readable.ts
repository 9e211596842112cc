// Actions and views of a game that nobody has drawn a board for, in words.

/** An action in words: `{"play":"S10"}` is "play S10". */
export function actionLabel(action: unknown): string {
  if (Array.isArray(action)) return action.map(actionLabel).join(' ');
  if (typeof action !== 'object' || action === null) return words(String(action));
  return Object.entries(action)
    .map(([key, value]) => [words(key), actionLabel(value)].filter((part) => part !== '').join(' '))
    .join(' ');
}

/** A part of a view, arranged to be read. */
export type Readable =
  | { kind: 'nothing' }
  | { kind: 'switch'; on: boolean }
  | { kind: 'text'; text: string }
  /** Lines of equal length, such as the rows of a board. */
  | { kind: 'grid'; rows: string[] }
  | { kind: 'list'; items: Readable[] }
  | { kind: 'fields'; fields: { name: string; value: Readable }[] };

export function readable(value: unknown): Readable {
  if (value === null || value === undefined || value === '') return { kind: 'nothing' };
  if (typeof value === 'boolean') return { kind: 'switch', on: value };
  if (Array.isArray(value)) return readableList(value);
  if (typeof value !== 'object') return { kind: 'text', text: words(String(value)) };
  const entries = Object.entries(value);
  if (entries.length === 0) return { kind: 'nothing' };
  // A choice with one detail, such as `{"square":4}`.
  const [only] = entries;
  if (only && entries.length === 1 && isScalar(only[1])) return { kind: 'text', text: actionLabel(value) };
  return {
    kind: 'fields',
    fields: entries.map(([key, inner]) => ({ name: words(key), value: readable(inner) })),
  };
}

/** Shorter strings are cards or names, not rows. */
const MIN_ROW_LENGTH = 5;

function readableList(list: readonly unknown[]): Readable {
  if (list.length === 0) return { kind: 'nothing' };
  const rows = list.filter((item) => typeof item === 'string');
  const length = rows[0]?.length ?? 0;
  const isGrid = length >= MIN_ROW_LENGTH && rows.length > 2 && rows.every((row) => row.length === length);
  if (isGrid && rows.length === list.length) return { kind: 'grid', rows };
  if (list.every(isScalar)) {
    return { kind: 'text', text: list.map((item) => (item === null ? '–' : words(String(item)))).join(', ') };
  }
  return { kind: 'list', items: list.map(readable) };
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number';

const words = (name: string): string => name.replaceAll('_', ' ');
