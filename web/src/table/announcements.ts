// What is said to a screen reader, and when: sentences that come close after each other are said as one, and one's own
// turn at once. A reader that is interrupted every second says nothing to its end.

/** Sentences of others wait this long for the next ones. */
export const BUNDLE_MS = 1500;

/** What to do is waited for this long, then one's turn is said without it. */
export const HINT_WAIT_MS = 3000;

/** The time is said to be nearly up this long before it is, or at the half of a shorter time. */
export const WARNING_MS = 10_000;

/** When to say that the time is nearly up, from now, and how many seconds are left then. */
export function warning(remainingMs: number): { inMs: number; seconds: number } {
  const left = Math.min(WARNING_MS, remainingMs / 2);
  return { inMs: remainingMs - left, seconds: Math.round(left / 1000) };
}

/** A game that has just begun has at most this many sentences: the deal is among them. */
const BEGINNING = 40;
/** Of a longer one this many are said, the newest. */
const NEWEST = 12;

/** What is said to somebody who comes to a table: what has happened so far, such as the deal, or the last of it. */
export const soFar = <Line>(lines: readonly Line[]): readonly Line[] =>
  lines.length <= BEGINNING ? lines : lines.slice(-NEWEST);

/** Collects sentences, and says what was collected. */
export class Announcements {
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #say: (text: string) => void;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Something happened. The same sentence twice in one bundle is said once. */
  add(sentences: readonly string[]): void {
    for (const sentence of sentences) {
      if (sentence !== '' && this.#waiting.at(-1) !== sentence) this.#waiting.push(sentence);
    }
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.flush(), BUNDLE_MS);
  }

  /** Says all that waits now, and this. */
  flush(last = ''): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sentences = [...this.#waiting, last].filter((sentence) => sentence !== '');
    this.#waiting = [];
    if (sentences.length > 0) this.#say(sentences.join(' '));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
