// What the form for a new table holds, and what is asked of the server with it.
import type { NewTable } from '../generated/protocol';
import type { GameInfo } from '../state/games.svelte';

export interface TableForm {
  game: string;
  seats: number;
  /** How many of the other seats bots take. */
  bots: number;
  level: string;
  clock: number | 'off';
  private: boolean;
  watchers: 'open' | 'delayed' | 'none';
  onLeave: 'bot' | 'end';
  botPause: number;
  /** Only what differs from the game's defaults matters. */
  options: Record<string, string>;
}

/** So late do watchers see a game that is shown late. */
const LATE = 4;

export function formFor(game: GameInfo, bots: number): TableForm {
  return {
    game: game.name,
    seats: game.usual_seats,
    bots: Math.min(bots, game.usual_seats - 1),
    level: 'thumb',
    clock: 20,
    private: false,
    watchers: 'open',
    onLeave: 'bot',
    botPause: 700,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  };
}

/** Another number of seats: bots that filled the table still fill it. */
export function withSeats(form: TableForm, seats: number): TableForm {
  const filled = form.bots === form.seats - 1;
  return { ...form, seats, bots: filled ? seats - 1 : Math.min(form.bots, seats - 1) };
}

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
    clock: form.clock,
    private: form.private,
    watchers: form.watchers === 'delayed' ? { delayed: LATE } : form.watchers,
    on_leave: form.onLeave,
    bots: Array.from({ length: form.bots }, () => form.level),
    level: form.level,
    bot_pause: form.botPause,
  };
}

/** A table at once: the usual one, full of bots, nobody in a hurry. */
export function playNow(game: GameInfo): NewTable {
  return {
    game: game.name,
    seats: game.usual_seats,
    clock: 60,
    bots: Array.from({ length: game.usual_seats - 1 }, () => 'thumb'),
  };
}
