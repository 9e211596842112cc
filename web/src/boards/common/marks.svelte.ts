// What somebody has marked on a board and not played yet, in one place for all boards: it comes back after a reload, an
// update takes away what no longer fits, and the server notes what to play if the time runs out.
import { untrack } from 'svelte';

import type { ListedSeen } from '../../state/seen';
import type { BoardProps } from '../contract';

/** What a game says about its marks. Pure functions: they need no page. */
export interface MarkRules<Mark, View, Action> {
  nothing: Mark;
  /** What was marked, from the choice that the server has noted. */
  from(drafted: Action, seen: ListedSeen<View, Action>): Mark;
  /** What is still true of what was marked before, after an update. */
  still(mark: Mark, seen: ListedSeen<View, Action>, before: ListedSeen<View, Action>): Mark;
  /** What is played if the time runs out; `null` while the marks are no whole choice. */
  draftOf(mark: Mark, seen: ListedSeen<View, Action>): Action | null;
}

type Given<View, Action> = Pick<BoardProps<View, Action>, 'seen' | 'step' | 'drafted' | 'draft'>;

export class Marks<Mark, View, Action> {
  readonly #board: () => Given<View, Action>;
  readonly #rules: MarkRules<Mark, View, Action>;
  /** What was marked, and what was seen then. */
  #marked: { mark: Mark; seen: ListedSeen<View, Action> };

  /** What is marked now. */
  readonly now: Mark = $derived.by(() => {
    const { mark, seen } = this.#marked;
    const { seen: newest } = this.#board();
    return newest === seen ? mark : this.#rules.still(mark, newest, seen);
  });

  /** Call it while a component is made: it lives as long. */
  constructor(board: () => Given<View, Action>, rules: MarkRules<Mark, View, Action>) {
    this.#board = board;
    this.#rules = rules;
    this.#marked = $state.raw(
      untrack(() => {
        const { drafted, seen } = board();
        const mark = drafted === null ? rules.nothing : rules.from(drafted, seen);
        return { mark: rules.still(mark, seen, seen), seen };
      }),
    );
    $effect(() => {
      void board().step;
      untrack(() => (this.#marked = { mark: this.now, seen: board().seen }));
    });
  }

  /** Marks this, and notes it for the end of the time. */
  set(mark: Mark): void {
    const { seen, drafted, draft } = this.#board();
    this.#marked = { mark, seen };
    const action = this.#rules.draftOf(mark, seen);
    if (action !== null || drafted !== null) draft(action);
  }

  /** Takes everything back. */
  clear(): void {
    this.set(this.#rules.nothing);
  }
}
