// The types of Gomoku for three. Generated from docs/schema/gomoku.json by scripts/game-types.js: do not edit.

/** What a player can do. In JSON: `{"place":{"x":3,"y":4}}`. */
export type Action = {
place: Crossing;
};

/** A crossing of two lines. One beside the board can be asked for, and is refused with a reason. */
export type Crossing = {
/** Counted from 0 at the left. */
x: number;
/** Counted from 0 at the top. */
y: number;
};

/** What can happen. All of it lies open. */
export type Event = {
begun: {
/** Who begins. */
first: Seat;
/** Lines of the board each way. */
lines: number;
/** How many play. */
seats: number;
};
} | {
placed: {
/** The crossing. */
at: Crossing;
/** The seat it concerns. */
seat: Seat;
};
} | {
won: {
/** The rows it completed: one as a rule, up to four. */
rows: Row[];
/** Who won. */
seat: Seat;
};
} | {
drawn: {
/** What ended the game. */
why: GameEnd;
};
};

/** What is counted of a player over many games. */
export type FigureKey = "win_length_mean" | "win_length_min" | "win_length_max";

/** How a game came to its end. */
export type GameEnd = "row" | "board_full" | "no_row_left";

/** One line of the board, one letter per crossing. */
export type LineText = string;

/** Options of the game. One that is left out has its default. */
export type Options = {
/** A draw as soon as nobody can make five in a row any more */
dead_draw?: "on" | "off";
/** Only exactly five in a row win; six or more do not */
exact_five?: "on" | "off";
/** The player who begins */
first?: number;
/** In a rematch the next player begins */
rotate_first?: "on" | "off";
/** Lines of the board each way */
size?: number;
};

/** What speaks for a crossing. */
export type Reason = {
completes: Record<string, unknown>;
} | {
stops_five: {
/** The opponent it is about. */
seat: Seat;
};
} | {
makes_four: {
/** On how many crossings the next pebble would complete it. */
ways: number;
};
} | {
stops_four: {
/** The opponent it is about. */
seat: Seat;
};
} | {
makes_three: Record<string, unknown>;
} | {
stops_three: {
/** The opponent it is about. */
seat: Seat;
};
} | {
row: {
/** How many pebbles of a row of five lie there then. */
pebbles: number;
/** How many rows of five can still go through the crossing. */
rows: number;
};
} | {
room: {
/** How many rows of five can still go through the crossing. */
rows: number;
};
};

/** Why an action of this game is refused. */
export type RefusalCode = "off_board" | "occupied";

/** A row of pebbles, from end to end. */
export type Row = {
/** The end that lies further up, or to the left in a row that runs across. */
from: Crossing;
/** The other end. */
to: Crossing;
};

/** Number of a seat, counted from 0. */
export type Seat = number;

/** Seats, each once, lowest first. */
export type Seats = Seat[];

/** The table as anybody sees it. */
export type View = {
/** How it came to the end. */
end: GameEnd | null;
/** Where the last pebble was put. */
last: Crossing | null;
/** How many pebbles lie on the board. */
pebbles: number;
/** The board from the top, a text for each row: `.` is a free crossing, `1` a pebble of the first seat, `2` of the second, `3` of the third. */
rows: LineText[];
/** The rows that won. One pebble can complete up to four. */
winning: Row[];
};
