// The review of a replay: asked for with one touch, followed while it is computed.
import { getJson, postJson } from '../net/http';
import { reason } from '../state/who.svelte';
import type { GameReview, ReviewAnswer } from './reviewed';

export class ReviewState {
  readonly id: string;
  state = $state<'loading' | ReviewAnswer['state']>('loading');
  percent = $state(0);
  review = $state.raw<GameReview | null>(null);
  /** Why there is none. */
  problem = $state('');
  #closed = false;

  constructor(id: string) {
    this.id = id;
  }

  get #path(): string {
    return `/api/replays/${this.id}/review`;
  }

  /** Shows what is there, and follows what is being computed. */
  async start(): Promise<void> {
    await this.#follow(() => getJson(this.#path));
  }

  async ask(): Promise<void> {
    this.state = 'running';
    await this.#follow(() => postJson(this.#path, {}));
  }

  /** The page is left. */
  close(): void {
    this.#closed = true;
  }

  async #follow(first: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      this.#take((await first()) as ReviewAnswer);
      // The server answers when there is news, or after some seconds.
      while (this.state === 'running' && !this.#closed)
        this.#take((await getJson(`${this.#path}?known=${this.percent}`)) as ReviewAnswer);
    } catch (error) {
      this.problem = reason(error);
      this.state = 'none';
    }
  }

  #take({ state, percent, review }: ReviewAnswer): void {
    this.percent = percent;
    if (review && 'problem' in review) this.problem = review.problem;
    else this.review = review ?? null;
    this.state = state;
  }
}
