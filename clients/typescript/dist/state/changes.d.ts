import type { Change } from '../generated/protocol.js';
/** The changes do not fit: they were made for something else. */
export declare class ChangeError extends Error {
    constructor(path: string);
}
/**
 * Applies the changes in order. A path names keys and indices from the root, separated by dots: `view.rows.7`. Nothing is modified in place, and every part without a change keeps its identity, so
 * that what is derived from it need not be computed again.
 */
export declare function applyChanges<Root>(root: Root, changes: readonly Change[]): Root;
