// What makes people look up: the title of the page, sounds, and whose turn it is in a sentence.
import { i18n } from '../i18n/i18n.svelte';
import { playSound } from '../sound/sounds';
import { games } from '../state/games.svelte';
import type { TableState } from '../state/table.svelte';

export class Cues {
  readonly #table: () => TableState | undefined;
  #step: number | null = null;
  #turn = false;
  #result: unknown = null;
  #refused = 0;

  constructor(table: () => TableState | undefined) {
    this.#table = table;
    $effect(() => this.#listen());
  }

  readonly turnSentence = $derived.by(() => {
    const table = this.#table();
    if (!table || table.info.stage !== 'running') return '';
    if (table.yourTurn) return i18n.t.table.yourTurn;
    const names = table.seats.filter((seat) => seat.toAct).map((seat) => seat.name);
    return names.length === 0 ? '' : i18n.t.table.turnOf(i18n.t.format.list(names));
  });

  readonly title = $derived.by(() => {
    const table = this.#table();
    if (!table) return i18n.t.appName;
    const game = `${games.title(table.info.game)} · ${i18n.t.appName}`;
    if (table.info.stage === 'waiting') return `${i18n.t.table.waiting} · ${game}`;
    if (this.turnSentence === '') return game;
    return `${table.yourTurn ? '● ' : ''}${this.turnSentence} · ${game}`;
  });

  #listen(): void {
    const table = this.#table();
    if (!table) return;
    const { step, yourTurn, result, refused, events } = table;
    const first = this.#step === null;
    if (!first && result !== null && this.#result === null) {
      const won = table.you !== null && result.winners.includes(table.you);
      playSound(won || table.you === null ? 'won' : 'lost');
    } else if (!first && yourTurn && !this.#turn) {
      playSound('turn');
    } else if (!first && step !== this.#step && events.length > 0) {
      playSound('card');
    }
    if (!first && refused && refused.n !== this.#refused) playSound('refused');
    this.#step = step;
    this.#turn = yourTurn;
    this.#result = result;
    this.#refused = refused?.n ?? this.#refused;
  }
}
