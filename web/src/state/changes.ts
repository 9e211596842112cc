// How what is seen changes from one update to the next.
import type { Change } from '../generated/protocol';

/** The changes do not fit: they were made for something else. */
export class ChangeError extends Error {
  constructor(path: string) {
    super(`There is nothing to change at ${path}.`);
    this.name = 'ChangeError';
  }
}

/**
 * Applies the changes in order. A path names keys and indices from the root, separated by dots: `view.rows.7`. Nothing is modified in place, and every part without a change keeps its identity, so
 * that what is derived from it need not be computed again.
 */
export function applyChanges<Root>(root: Root, changes: readonly Change[]): Root {
  return changes.reduce<unknown>(
    (changed, change) => replaced(changed, change[0].split('.'), 0, change),
    root,
  ) as Root;
}

/** `node` with the change made below it, `depth` keys into the path. */
function replaced(node: unknown, path: readonly string[], depth: number, change: Change): unknown {
  const key = path[depth];
  if (key === undefined) return change.length === 2 ? change[1] : spliced(node, change);
  if (Array.isArray(node)) {
    const index = /^\d+$/.test(key) ? Number(key) : NaN;
    if (!(index < node.length)) throw new ChangeError(change[0]);
    const before: unknown = node[index];
    const after = replaced(before, path, depth + 1, change);
    return Object.is(before, after) ? node : [...node.slice(0, index), after, ...node.slice(index + 1)];
  }
  if (typeof node !== 'object' || node === null) throw new ChangeError(change[0]);
  const isLast = depth === path.length - 1 && change.length === 2;
  if (!isLast && !Object.hasOwn(node, key)) throw new ChangeError(change[0]);
  const before = (node as Record<string, unknown>)[key];
  const after = replaced(before, path, depth + 1, change);
  return Object.is(before, after) && Object.hasOwn(node, key) ? node : { ...node, [key]: after };
}

function spliced(node: unknown, [path, at, remove, items]: Extract<Change, { length: 4 }>): unknown {
  if (!Array.isArray(node) || at < 0 || remove < 0 || at + remove > node.length) throw new ChangeError(path);
  return [...node.slice(0, at), ...items, ...node.slice(at + remove)];
}
