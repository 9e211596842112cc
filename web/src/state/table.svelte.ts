// One table as this person sees it.
import type { RefusedAction, TableSeat } from '../boards/contract';
import type {
  ChatLine,
  Deadline,
  GameEvent,
  GameResult,
  GameUpdate,
  SeatsUpdate,
  TableInfo,
  TableSnapshot,
} from '../generated/protocol';
import { applyChanges, ChangeError } from './changes';
import { withLines } from './chat';
import { lastRead, noteRead } from './chatRead';
import { withMissed, withUpdate, type LogLine } from './log';
import { seatName } from './names';
import { mayAct, type Seen } from './seen';

/** What became of an update: applied, known already, or made for a state that is not here, so that a `sync` is needed. */
export type UpdateOutcome = 'applied' | 'old' | 'gap';

export class TableState {
  readonly id: string;
  info = $state.raw<TableInfo>() as TableInfo;
  you = $state<number | null>(null);
  inviteCode = $state<string | null>(null);
  gameNumber = $state(0);
  nth = $state(0);
  seen = $state.raw<Seen | null>(null);
  /** The events of the newest update. */
  events = $state.raw<GameEvent[]>([]);
  step = $state(0);
  /** When each seat's time is over, as `performance.now()` counts. */
  deadlines = $state.raw<(number | undefined)[]>([]);
  draft = $state.raw<unknown>(null);
  result = $state.raw<GameResult | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  log = $state.raw<LogLine[]>([]);
  refused = $state.raw<RefusedAction | null>(null);
  /** The decision for which an action was sent. */
  sent: string | null = null;
  /** Whether an action was sent and not answered yet. */
  sending = $state(false);
  /** The number of the last line of chat that was seen; lines from before one came are not new. */
  chatRead = $state(0);
  /** How often a decision of this game was taken back. */
  undoCount = $state(0);
  /** The viewer is no longer here, or the table is removed. */
  gone = $state(false);
  /** When the presence of the seats was measured. */
  #measured = $state(0);
  #seq = 0;
  #refusals = 0;

  readonly paused = $derived(this.info.paused === true && this.info.stage === 'running');
  /** Whether the viewer plays alone against bots: then a decision can be taken back, and the game be paused. */
  readonly alone = $derived(
    this.you !== null &&
      this.info.stage === 'running' &&
      this.info.legacy_protocol === undefined &&
      this.info.seats.every(
        ({ occupant }, seat) => seat === this.you || Object.hasOwn(Object(occupant), 'bot'),
      ),
  );
  readonly toAct = $derived(this.info.stage === 'running' ? (this.seen?.to_act ?? []) : []);
  readonly yourTurn = $derived(mayAct({ you: this.you, to_act: this.toAct }));
  readonly scores = $derived(
    (this.info.stage === 'finished' ? this.result?.scores : undefined) ?? this.seen?.scores ?? [],
  );

  readonly seats: TableSeat[] = $derived(
    this.info.seats.map((seat, index) => ({
      seat: index,
      name: seatName(seat.occupant, index),
      kind: seat.occupant === 'empty' ? 'empty' : 'person' in seat.occupant ? 'person' : 'bot',
      presence: seat.presence,
      presenceAt: this.#measured,
      vacationUntil: seat.vacation_until,
      botPlays: seat.played_by_bot,
      toAct: this.toAct.includes(index),
      deadlineAt: this.paused ? null : (this.deadlines[index] ?? null),
      clockMs: this.info.clock === 'off' ? null : this.info.clock * 1000,
      score: this.scores[index] ?? 0,
      you: index === this.you,
    })),
  );

  constructor(snapshot: TableSnapshot) {
    this.id = snapshot.info.table;
    this.applySnapshot(snapshot);
    // What was said before one came is not new; what came while the page was away is.
    const read = lastRead(this.id);
    if (read === null) this.readChat();
    else this.chatRead = read;
  }

  /** All lines of chat were seen. */
  readChat(): void {
    this.chatRead = this.chat.at(-1)?.number ?? 0;
    noteRead(this.id, this.chatRead);
  }

  /** The number of lines of others that were not seen yet. */
  unread(own: string | null, muted: readonly string[]): number {
    const isNew = ({ number, from }: ChatLine): boolean =>
      number > this.chatRead && from !== own && (from === null || !muted.includes(from));
    return this.chat.filter(isNew).length;
  }

  /** The number of the last snapshot or update that was applied. */
  get seq(): number {
    return this.#seq;
  }

  /** The last update whose sentences are in the log; 0 if there are none. */
  get logged(): number {
    return this.log.at(-1)?.seq ?? 0;
  }

  applySnapshot(table: TableSnapshot): void {
    const undoCount = table.undo_count ?? 0;
    // What was taken back has not happened.
    if (table.game_number !== this.gameNumber || undoCount !== this.undoCount) {
      this.log = [];
      this.sent = null;
      this.sending = false;
      this.refused = null;
    }
    this.undoCount = undoCount;
    this.log = withMissed(this.log, table.missed);
    const isNew = table.seq !== this.#seq || this.seen === null || table.game_number !== this.gameNumber;
    this.info = table.info;
    this.you = table.you;
    this.inviteCode = table.invite_code ?? null;
    this.gameNumber = table.game_number;
    this.nth = table.nth;
    this.draft = table.draft;
    this.result = table.result;
    this.chat = withLines([], table.chat);
    this.#seq = table.seq;
    this.#setDeadlines(table.deadlines);
    this.#measured = performance.now();
    this.gone = false;
    this.seen = table.seen;
    if (!isNew) return;
    const last = table.missed.at(-1);
    this.events = last?.seq === table.seq ? last.events : [];
    this.step += 1;
  }

  applyUpdate(update: GameUpdate): UpdateOutcome {
    if (update.seq <= this.#seq) return 'old';
    const seen = this.#seenAfter(update);
    if (seen === null) return 'gap';
    if (update.game_number !== this.gameNumber) this.log = [];
    this.gameNumber = update.game_number;
    this.#seq = update.seq;
    // What one noted holds until one's own decision is made, whatever others do.
    if (update.nth !== this.nth) this.draft = null;
    this.nth = update.nth;
    // A game that was given up repeats what happened last.
    const events = update.result?.abandoned ? [] : update.events;
    this.log = withUpdate(this.log, update.seq, events);
    this.#setDeadlines(update.deadlines);
    this.result = update.result ?? null;
    this.info = { ...this.info, stage: update.result ? 'finished' : 'running', paused: false };
    this.seen = seen;
    this.events = events;
    this.refused = null;
    this.step += 1;
    return 'applied';
  }

  applySeats(update: SeatsUpdate): void {
    const { seats, host, watcher_count } = update;
    this.info = { ...this.info, seats, host, watcher_count };
    this.#measured = performance.now();
  }

  addChatLine(line: ChatLine): void {
    this.chat = withLines(this.chat, [line]);
  }

  refuse({ code, message }: Pick<RefusedAction, 'code' | 'message'>): void {
    this.#refusals += 1;
    this.refused = { code, message, n: this.#refusals };
  }

  /** What is seen after the update; `null` if its changes do not continue what is here. */
  #seenAfter({ game_number, seen, base, changes }: GameUpdate): Seen | null {
    if (seen) return seen;
    if (base === undefined || changes === undefined || this.seen === null) return null;
    if (base > this.#seq || game_number !== this.gameNumber) return null;
    try {
      return applyChanges(this.seen, changes);
    } catch (error) {
      if (error instanceof ChangeError) return null;
      throw error;
    }
  }

  #setDeadlines(deadlines: Deadline[]): void {
    const now = performance.now();
    const at: (number | undefined)[] = [];
    for (const { seat, remaining_ms } of deadlines) at[seat] = now + remaining_ms;
    this.deadlines = at;
  }
}
