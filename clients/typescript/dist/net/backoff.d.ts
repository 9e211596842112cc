/** Milliseconds before attempt `n` (from 0), with `luck` between 0 and 1. */
export declare function backoff(attempt: number, luck: number): number;
