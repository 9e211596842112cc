// A game that was played, loaded piece by piece as it is looked at.
import type { TableSeat } from '../boards/contract';
import type { Dealt } from '../deal/check';
import type { Frame as AnyFrame, Frames as AnyFrames } from '../generated/http';
import { getJson, isPassing } from '../net/http';
import type { Seen } from '../state/seen';
import { reason } from '../state/who.svelte';
import { shortNames } from './names';

/** What is drawn has the types of its game; the description of the API knows no games. */
type Frame = Omit<AnyFrame, 'seen'> & { seen: Seen };
type Frames = Omit<AnyFrames, 'frames' | 'options'> & {
  options: Record<string, string | number>;
  frames: Frame[];
};

export type Perspective = 'watcher' | 'everything' | number;

/** How many frames are fetched at a time. */
const PIECE = 100;

export class ReplayState {
  readonly id: string;
  about = $state.raw<Omit<Frames, 'frames'> | null>(null);
  /** Why the game cannot be shown at all. */
  problem = $state('');
  /** Whether that may pass: the server could not be reached. */
  mayPass = $state(false);
  /** Why the newest step cannot be shown; the one before it stays. */
  trouble = $state('');
  perspective = $state<Perspective>('watcher');
  step = $state(0);
  /** Grows with everything that is shown, for the board. */
  shown = $state(0);
  frame = $state.raw<Frame | null>(null);
  // A cache: nothing shows it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #pieces = new Map<string, Promise<Frame[]>>();

  readonly seats: TableSeat[] = $derived.by(() => {
    const { about, frame } = this;
    if (!about || !frame) return [];
    const { to_act, scores } = frame.seen;
    return shortNames(about.names).map((name, seat) => ({
      seat,
      name,
      kind: 'person',
      presence: 'connected',
      presenceAt: 0,
      botPlays: false,
      toAct: to_act.includes(seat),
      deadlineAt: null,
      clockMs: null,
      score: scores[seat] ?? 0,
      you: seat === this.perspective,
    }));
  });

  constructor(id: string) {
    this.id = id;
  }

  async start(): Promise<void> {
    this.problem = '';
    await this.go(0);
    // The most is seen with all cards open, where the game allows it.
    if (this.about?.everything) await this.look('everything');
  }

  async look(perspective: Perspective): Promise<void> {
    this.perspective = perspective;
    await this.go(this.step);
  }

  async go(step: number): Promise<void> {
    const wanted = Math.max(0, Math.min(step, this.about?.steps ?? 0));
    const perspective = this.perspective;
    this.step = wanted;
    try {
      const piece = await this.#piece(perspective, Math.floor(wanted / PIECE));
      // Somebody who moves on quickly sees where they are, not where they were.
      if (this.step !== wanted || this.perspective !== perspective) return;
      this.frame = piece[wanted % PIECE] ?? null;
      this.shown += 1;
      this.trouble = '';
    } catch (error) {
      // What is shown stays: a step that did not come can be asked for again.
      if (this.frame === null) {
        this.problem = reason(error);
        this.mayPass = isPassing(error);
      } else this.trouble = reason(error);
    }
  }

  /** The whole record, for whoever wants to check it. */
  async record(): Promise<Dealt> {
    return (await getJson(`/api/replays/${this.id}`)) as Dealt;
  }

  #piece(perspective: Perspective, number: number): Promise<Frame[]> {
    const key = `${perspective}/${number}`;
    let piece = this.#pieces.get(key);
    if (!piece) {
      piece = this.#fetch(perspective, number);
      this.#pieces.set(key, piece);
      piece.catch(() => this.#pieces.delete(key));
    }
    return piece;
  }

  async #fetch(perspective: Perspective, number: number): Promise<Frame[]> {
    const query = `as=${perspective}&from=${number * PIECE}&count=${PIECE}`;
    const { frames, ...about } = (await getJson(`/api/replays/${this.id}/frames?${query}`)) as Frames;
    this.about = about;
    return frames;
  }
}

/** The scores of a game by step, for its chart. */
export async function scoresBySteps(replay: string): Promise<number[][]> {
  const { scores } = (await getJson(`/api/replays/${replay}/frames?count=0`)) as Frames;
  return scores;
}
