/** The changes do not fit: they were made for something else. */
export class ChangeError extends Error {
    constructor(path) {
        super(`There is nothing to change at ${path}.`);
        this.name = 'ChangeError';
    }
}
/**
 * Applies the changes in order. A path names keys and indices from the root, separated by dots: `view.rows.7`. Nothing is modified in place, and every part without a change keeps its identity, so
 * that what is derived from it need not be computed again.
 */
export function applyChanges(root, changes) {
    return changes.reduce((changed, change) => replaced(changed, change[0].split('.'), 0, change), root);
}
/** `node` with the change made below it, `depth` keys into the path. */
function replaced(node, path, depth, change) {
    const key = path[depth];
    if (key === undefined)
        return change.length === 2 ? change[1] : spliced(node, change);
    if (Array.isArray(node)) {
        const index = /^\d+$/.test(key) ? Number(key) : NaN;
        if (!(index < node.length))
            throw new ChangeError(change[0]);
        const before = node[index];
        const after = replaced(before, path, depth + 1, change);
        return Object.is(before, after) ? node : [...node.slice(0, index), after, ...node.slice(index + 1)];
    }
    if (typeof node !== 'object' || node === null)
        throw new ChangeError(change[0]);
    const isLast = depth === path.length - 1 && change.length === 2;
    if (!isLast && !Object.hasOwn(node, key))
        throw new ChangeError(change[0]);
    const before = node[key];
    const after = replaced(before, path, depth + 1, change);
    return Object.is(before, after) && Object.hasOwn(node, key) ? node : { ...node, [key]: after };
}
function spliced(node, [path, at, remove, items]) {
    if (!Array.isArray(node) || at < 0 || remove < 0 || at + remove > node.length)
        throw new ChangeError(path);
    return [...node.slice(0, at), ...items, ...node.slice(at + remove)];
}
