// How long to wait before the next attempt: soon at first, then longer, never all at the same moment.
const FIRST = 250;
const LONGEST = 8000;
/** Milliseconds before attempt `n` (from 0), with `luck` between 0 and 1. */
export function backoff(attempt, luck) {
    const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 16));
    return Math.round(longest * (0.5 + luck / 2));
}
