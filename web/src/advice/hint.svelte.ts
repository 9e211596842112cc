// A hint for the decision that is to be made now.
import type { HintAnswer } from '../generated/protocol';
import { server } from '../state/server.svelte';
import type { TableState } from '../state/table.svelte';
import { reason } from '../state/who.svelte';
import type { Choice, Suggestion } from './suggest';

export class HintState {
  readonly #table: () => TableState | undefined;
  #answer = $state.raw<HintAnswer | null>(null);
  busy = $state(false);
  problem = $state('');

  /** Whether this table gives hints to this viewer. */
  readonly allowed: boolean = $derived.by(() => {
    const table = this.#table();
    return table?.info.stage === 'running' && table.info.hints === true && table.you !== null;
  });

  readonly possible: boolean = $derived.by(
    () => this.allowed && !this.busy && (this.#table()?.yourTurn ?? false),
  );

  /** The hint, as long as its decision is to be made. */
  readonly shown: HintAnswer | null = $derived.by(() => {
    const table = this.#table();
    const answer = this.#answer;
    const isNow = table?.yourTurn && answer?.nth === table.nth && answer.game_number === table.gameNumber;
    return isNow ? answer : null;
  });

  /** What it points at on the board. */
  readonly suggestion: Suggestion | null = $derived.by(() => {
    const table = this.#table();
    const best = this.shown?.choices[this.shown.best];
    if (!table || table.you === null || !best) return null;
    return { game: table.info.game, seat: table.you, action: best.action as Choice };
  });

  constructor(table: () => TableState | undefined) {
    this.#table = table;
  }

  async ask(): Promise<void> {
    const table = this.#table();
    if (!table || !this.possible) return;
    this.busy = true;
    this.problem = '';
    try {
      this.#answer = await server.play.hint(table.id);
    } catch (error) {
      this.problem = reason(error);
    } finally {
      this.busy = false;
    }
  }

  close(): void {
    this.#answer = null;
    this.problem = '';
  }
}
