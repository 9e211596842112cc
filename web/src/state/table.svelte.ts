// One table as this person sees it.
import type { RefusedAction, SeatInfo, Told } from '../boards/contract';
import type {
  ChatLine,
  GameResult,
  TableInfo,
  SeatsUpdate,
  TableSnapshot,
  GameUpdate,
} from '../generated/protocol';
import { withLines } from './chat';
import { withMissed, withUpdate, type LogLine } from './log';
import { seatName } from './names';
import { scoresOf, toActOf } from './scores';

export class TableState {
  readonly id: string;
  card = $state.raw<TableInfo>() as TableInfo;
  you = $state<number | null>(null);
  code = $state<string | null>(null);
  gameNumber = $state(0);
  nth = $state(0);
  view = $state.raw<unknown>(null);
  told = $state.raw<Told[]>([]);
  step = $state(0);
  /** When each seat's time is over, as `performance.now()` counts. */
  deadlines = $state.raw<(number | undefined)[]>([]);
  draft = $state.raw<unknown>(null);
  result = $state.raw<GameResult | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  log = $state.raw<LogLine[]>([]);
  refused = $state.raw<RefusedAction | null>(null);
  /** Whether an action was sent and not answered yet. */
  sending = $state(false);
  /** One is no longer here, or the table is no more. */
  gone = $state(false);
  /** The presence of the seats was measured then. */
  #measured = $state(0);
  #seq = 0;
  #refusals = 0;

  /** Who is to act. */
  readonly toAct = $derived(this.card.stage === 'running' ? toActOf(this.view) : []);
  readonly yourTurn = $derived(this.you !== null && this.toAct.includes(this.you));
  readonly scores = $derived(
    this.card.stage === 'over' && this.result
      ? this.result.scores
      : scoresOf(this.view, this.card.seats.length),
  );

  readonly seats: SeatInfo[] = $derived(
    this.card.seats.map((seat, index) => ({
      seat: index,
      name: seatName(seat.who, index),
      kind: seat.who === 'empty' ? 'empty' : 'person' in seat.who ? 'person' : 'bot',
      presence: seat.presence,
      presenceAt: this.#measured,
      botPlays: seat.bot_plays,
      toAct: this.toAct.includes(index),
      deadlineAt: this.deadlines[index] ?? null,
      score: this.scores[index] ?? 0,
      you: index === this.you,
    })),
  );

  constructor(snapshot: TableSnapshot) {
    this.id = snapshot.card.table;
    this.snapshot(snapshot);
  }

  /** The last update that was seen, for a `sync`. */
  get seq(): number {
    return this.#seq;
  }

  /** The last update whose sentences are in the log; 0 if there are none. */
  get logged(): number {
    return this.log.at(-1)?.seq ?? 0;
  }

  snapshot(table: TableSnapshot): void {
    if (table.game_number !== this.gameNumber) this.log = [];
    this.log = withMissed(this.log, table.missed);
    const isNews = table.seq !== this.#seq || this.view === null || table.game_number !== this.gameNumber;
    this.card = table.card;
    this.you = table.you;
    this.code = table.code ?? null;
    this.gameNumber = table.game_number;
    this.nth = table.nth;
    this.draft = table.draft;
    this.result = table.result;
    this.chat = withLines([], table.chat);
    this.#seq = table.seq;
    this.#clocks(table.deadlines);
    this.#measured = performance.now();
    this.gone = false;
    this.view = table.view;
    if (!isNews) return;
    this.told = table.missed.at(-1)?.seq === table.seq ? (table.missed.at(-1)?.events ?? []) : [];
    this.step += 1;
  }

  update(update: GameUpdate): void {
    if (update.game_number !== this.gameNumber) this.log = [];
    this.gameNumber = update.game_number;
    this.#seq = update.seq;
    this.nth = update.nth;
    this.draft = null;
    this.log = withUpdate(this.log, update.seq, update.events);
    this.#clocks(update.deadlines);
    this.result = update.result ?? null;
    this.card = { ...this.card, stage: update.result ? 'over' : 'running' };
    this.view = update.view;
    this.told = update.events;
    this.refused = null;
    this.step += 1;
  }

  news(news: SeatsUpdate): void {
    this.card = { ...this.card, seats: news.seats, host: news.host, watchers: news.watchers };
    this.#measured = performance.now();
  }

  said(line: ChatLine): void {
    this.chat = withLines(this.chat, [line]);
  }

  refuse({ code, message }: Pick<RefusedAction, 'code' | 'message'>): void {
    this.#refusals += 1;
    this.refused = { code, message, n: this.#refusals };
  }

  #clocks(deadlines: { seat: number; left: number }[]): void {
    const now = performance.now();
    const at: (number | undefined)[] = [];
    for (const { seat, left } of deadlines) at[seat] = now + left;
    this.deadlines = at;
  }
}
