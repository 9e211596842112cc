// A lesson that is being played: what is shown, what was decided so far, and what the server said to it.
import type { RefusedAction, TableSeat } from '../boards/contract';
import { refusal } from '../narration/sentences.svelte';
import { mayAct } from '../state/seen';
import { server } from '../state/server.svelte';
import { reason } from '../state/who.svelte';
import { paced } from '../motion/tempo';
import {
  allLessons,
  attempt,
  keyOf,
  lessonOf,
  type LessonFrame,
  type LessonInfo,
  type Texts,
} from './lessons';
import { progress } from './progress.svelte';
import { words } from './words';

/** How long what happened is looked at before the next thing happens. */
const STEP_MS = 1100;

/** Where a lesson stands: to be decided, being judged or shown, or at its end. */
export type Stage = 'loading' | 'task' | 'showing' | 'wrong' | 'solved';

export class LessonState {
  info = $state.raw<LessonInfo | null>(null);
  frame = $state.raw<LessonFrame | null>(null);
  stage = $state<Stage>('loading');
  /** What was said to the last decision. */
  text = $state.raw<Texts | null>(null);
  refused = $state.raw<RefusedAction | null>(null);
  /** Why the lesson cannot be shown at all. */
  problem = $state('');
  /** Why the last decision was not judged. */
  trouble = $state('');
  /** Grows with everything that is shown, for the board. */
  shown = $state(0);
  /** Grows with every new beginning. */
  tries = $state(0);
  /** The decisions so far, all of them right. */
  line = $state.raw<unknown[]>([]);
  readonly #game: string;
  readonly #number: number;
  #refusals = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly isOver = $derived(this.stage === 'wrong' || this.stage === 'solved');
  /** What the board shows. At the end of the lesson nobody is waited for: the game does not go on. */
  readonly seen = $derived(
    this.frame && this.isOver ? { ...this.frame.seen, to_act: [], legal: [] } : (this.frame?.seen ?? null),
  );
  readonly yourTurn = $derived(this.stage === 'task' && this.frame !== null && mayAct(this.frame.seen));
  readonly seats: TableSeat[] = $derived.by(() => {
    const { info, seen } = this;
    if (!info || !seen) return [];
    const { to_act, scores, you } = seen;
    return info.names.map((name, seat) => ({
      seat,
      name: seat === you ? (server.name ?? words.you) : name,
      kind: 'person',
      presence: 'connected',
      presenceAt: 0,
      botPlays: false,
      toAct: to_act.includes(seat) && (seat !== you || this.yourTurn),
      deadlineAt: null,
      clockMs: null,
      score: scores[seat] ?? 0,
      you: seat === you,
    }));
  });

  constructor(game: string, number: number) {
    this.#game = game;
    this.#number = number;
  }

  async load(): Promise<void> {
    try {
      const list = (await allLessons()).find(({ game }) => game === this.#game);
      const id = list?.lessons[this.#number - 1]?.id;
      if (id === undefined) {
        this.problem = words.noLessons;
        return;
      }
      this.info = await lessonOf(this.#game, id);
      this.restart();
    } catch (error) {
      this.problem = reason(error);
    }
  }

  /** Puts everything back to the beginning. */
  restart(): void {
    if (!this.info) return;
    clearTimeout(this.#timer);
    this.tries += 1;
    this.line = [];
    this.text = null;
    this.refused = null;
    this.trouble = '';
    this.#show(this.info.frame);
    this.stage = 'task';
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async act(action: unknown): Promise<void> {
    const { info, frame } = this;
    if (!info || !frame || this.stage !== 'task') return;
    this.stage = 'showing';
    this.trouble = '';
    const line = [...this.line, action];
    try {
      const judged = await attempt(info.game, info.id, line);
      if (judged.verdict === 'refused') {
        const { code, message } = judged.refusal;
        const said = refusal({ code, message }, info.game, frame.seen.view);
        this.refused = { code, message: said, n: ++this.#refusals };
        this.stage = 'task';
        return;
      }
      if (judged.verdict !== 'wrong') this.line = line;
      // The progress is kept before the end is shown: somebody may leave at once.
      if (judged.verdict === 'solved') void progress.add(keyOf(info.game, info.id));
      const { verdict, text } = judged;
      this.#play(judged.frames, () => {
        this.text = text;
        this.stage = verdict === 'right' ? 'task' : verdict;
      });
    } catch (error) {
      this.trouble = reason(error);
      this.stage = 'task';
    }
  }

  /** Shows one frame after the other. */
  #play(frames: LessonFrame[], done: () => void): void {
    const [first, ...rest] = frames;
    if (!first) return done();
    this.#show(first);
    if (rest.length === 0) return done();
    this.#timer = setTimeout(() => this.#play(rest, done), paced(STEP_MS));
  }

  #show(frame: LessonFrame): void {
    this.frame = frame;
    this.shown += 1;
  }
}
