// What the form for a new table holds, and the request that is made from it.
import type { NewTable } from '../generated/protocol';
import type { GameInfo } from '../state/games.svelte';
import type { Settings } from '../state/settings';

export interface TableForm {
  game: string;
  seats: number;
  /** How many of the other seats bots take. */
  bots: number;
  level: string;
  clock: number | 'off';
  private: boolean;
  /** Whether hints are allowed; `null` where nobody chose: then only against bots. */
  hints: boolean | null;
  /** Whether the games count for ratings: then there are no hints, and always a clock. */
  rated: boolean;
  /** Whether they count although players share an address. */
  sameAddress: boolean;
  watchers: 'open' | 'delayed' | 'none';
  onLeave: 'bot' | 'end';
  botDelayMs: number;
  /** Only what differs from the game's defaults is sent. */
  options: Record<string, string>;
}

/** The bots of a table whose opener asked for no others. */
export const DEFAULT_LEVEL = 'casual';

/** The same among the levels that a game offers: one in the middle where luck leaves fewer of them. */
export function usualLevel({ levels }: Pick<GameInfo, 'levels'>): string {
  const isOffered = levels.length === 0 || levels.some(({ name }) => name === DEFAULT_LEVEL);
  return isOffered ? DEFAULT_LEVEL : (levels[Math.floor(levels.length / 2)]?.name ?? DEFAULT_LEVEL);
}

/** How many moves late watchers see a game that is shown late. */
const DELAY = 4;

/** How long bots pause before they play, in milliseconds. */
export const PACE_MS: Record<Settings['pace'], number> = { natural: 700, quick: 150 };

export function formFor(game: GameInfo, bots: number, pace: Settings['pace'] = 'natural'): TableForm {
  return {
    game: game.name,
    seats: game.default_seats,
    bots: Math.min(bots, game.default_seats - 1),
    level: usualLevel(game),
    clock: 20,
    private: false,
    hints: null,
    rated: false,
    sameAddress: false,
    watchers: 'open',
    onLeave: 'bot',
    botDelayMs: PACE_MS[pace],
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  };
}

/** Options whose usual value follows the number of seats: more people need more cards. */
const FOLLOWING: Record<string, Record<string, (seats: number) => string> | undefined> = {
  golf: { packs: (seats) => (seats > 4 ? '2' : '1') },
};

/** Another number of seats: bots that filled the table still fill it, and there are cards for everybody. */
export function withSeats(form: TableForm, seats: number): TableForm {
  const filled = form.bots === form.seats - 1;
  const following = Object.entries(FOLLOWING[form.game] ?? {}).map(([name, follow]) => [name, follow(seats)]);
  const options = { ...form.options, ...(Object.fromEntries(following) as Record<string, string>) };
  return { ...form, seats, options, bots: filled ? seats - 1 : Math.min(form.bots, seats - 1) };
}

/** Whether hints will be allowed. */
export const allowsHints = (form: TableForm): boolean =>
  !form.rated && (form.hints ?? form.bots === form.seats - 1);

/** A rated table without a clock gets this one, in seconds. */
const RATED_CLOCK = 120;

export function asked(form: TableForm, game: GameInfo): NewTable {
  const options: Record<string, string | number> = {};
  for (const option of game.options) {
    const value = form.options[option.name];
    if (value === undefined || value === option.default) continue;
    const isNumber = typeof option.range === 'object' && 'number' in option.range;
    options[option.name] = isNumber && /^\d+$/.test(value) ? Number(value) : value;
  }
  return {
    game: form.game,
    seats: form.seats,
    options,
    clock: form.rated && form.clock === 'off' ? RATED_CLOCK : form.clock,
    private: form.private,
    ...(form.hints === null ? {} : { hints: allowsHints(form) }),
    ...(form.rated && { rated: true, same_address: form.sameAddress }),
    watch_policy: form.watchers === 'delayed' ? { delayed: DELAY } : form.watchers,
    on_leave: form.rated ? 'bot' : form.onLeave,
    bots: Array.from({ length: form.bots }, () => form.level),
    substitute_level: form.level,
    bot_delay_ms: form.botDelayMs,
  };
}

/**
 * What makes a game end sooner. Golf has fewer holes. The rules of Chicago know one end, 52 points: two reach it with about a
 * third of the decisions of four, and do not rest between the rounds.
 */
const SHORT: Record<string, { seats?: number; options: Record<string, number> } | undefined> = {
  golf: { options: { rounds: 3 } },
  chicago: { seats: 2, options: { pause: 0 } },
};

/** A table at once: the usual one, full of bots of this strength, nobody in a hurry. */
export function playNow(
  game: GameInfo,
  level: string = DEFAULT_LEVEL,
  length: Settings['length'] = 'whole',
  pace: Settings['pace'] = 'natural',
): NewTable {
  const { seats = game.default_seats, options = undefined } =
    (length === 'short' ? SHORT[game.name] : undefined) ?? {};
  return {
    game: game.name,
    seats,
    clock: 60,
    bots: Array.from({ length: seats - 1 }, () => level),
    substitute_level: level,
    bot_delay_ms: PACE_MS[pace],
    ...(options && { options }),
  };
}
