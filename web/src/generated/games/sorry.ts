// The types of Sorry!. Generated from docs/schema/sorry.json by scripts/game-types.js: do not edit.

/** What a player can do: draw a card, then use it. */
export type Action = "roll" | "home" | "leave" | "forward" | "backward" | {
switch: Seat;
} | {
take: Seat;
} | {
sorry: Seat;
} | "forfeit";

/** A card, by its face. */
export type Card = "1" | "2" | "3" | "4" | "5" | "7" | "8" | "10" | "11" | "12" | "sorry";

/** How many of a card are left. */
export type CardCount = {
/** The card. */
card: Card;
/** How many are to come before the next shuffle. */
left: number;
};

/** The colour of a seat, by order of joining. */
export type Colour = "green" | "red" | "blue" | "yellow";

/** The card drawn. */
export type Drawn = {
/** The card. */
card: Card;
/** What it lets the pawn do. */
meaning: Meaning;
/** Its number as a roll, 1 to 11. */
roll: number;
/** The same in words. */
words: string;
};

/** What can happen. */
export type Event = {
shuffled: {
/** The number of cards. */
cards: number;
};
} | {
order: {
/** The cards. */
cards: Card[];
};
} | {
rolled: {
/** The card. */
card: Card;
/** What it means at this table. */
meaning: Meaning;
/** Its number as a roll. */
roll: number;
/** The seat that acts. */
seat: Seat;
};
} | {
moved: {
/** Where it was. */
from: Place;
/** In which way. */
how: How;
/** The seat it concerns. */
seat: Seat;
/** Where it is. */
to: Place;
};
} | {
switched: {
/** Where that pawn was, and the other is. */
from: Square;
/** Whose turn it was. */
seat: Seat;
/** Where that pawn was, and the first is. */
to: Square;
/** The opponent. */
with: Seat;
};
} | {
sorry: {
/** The seat that acts. */
seat: Seat;
/** On whom. */
to: Seat;
};
} | {
bumped: {
/** By whom. */
by: Seat;
/** Where it was. */
from: Square;
/** The seat it concerns. */
seat: Seat;
};
} | {
forfeited: {
/** Whether nothing else was possible. */
forced: boolean;
/** By whom. */
seat: Seat;
};
} | {
won: {
/** The seat it concerns. */
seat: Seat;
};
} | {
stopped: {
/** How many turns were played. */
turns: number;
/** Who stood nearest to Home. */
winners: Seats;
};
};

/** What is counted of a player over many games. */
export type FigureKey = "bumps_given" | "bumps_taken" | "sorry_cards";

/** In which way a pawn moved. */
export type How = "leave" | {
forward: number;
} | {
backward: number;
} | {
home: number;
} | "take";

/** A turn that is over. */
export type LastTurn = {
/** What was done with it. */
action: Action;
/** Whose pawn was sent to Start. */
bumped: Seat | null;
/** The card. */
card: Card;
/** Where the own pawn was. */
from: Place;
/** What it let the pawn do. */
meaning: Meaning;
/** Whose it was. */
seat: Seat;
/** Where it was afterwards. */
to: Place;
};

/** What a card lets a pawn do. */
export type Meaning = {
leave_or_forward: number;
} | {
forward: number;
} | {
backward: number;
} | {
forward_or_backward: {
/** This many squares backward. */
backward: number;
/** This many squares forward. */
forward: number;
};
} | {
forward_or_switch: number;
} | {
forward_or_take: number;
} | "sorry" | "sorry_from_start";

/** Options of the game. One that is left out has its default. */
export type Options = {
/** Whether a Sorry! card works only from Start, and there puts the pawn on the square of the pawn it bumps */
classic_sorry?: "on" | "off";
/** Where the cards come from: a pack of 45 that is used up before it is shuffled, or each card equally likely */
deck?: "classic45" | "uniform";
/** The numbering of rolls 9 and 10, and what an 11 does to the other pawn: it changes places or goes to its Start */
dialect?: "document" | "unity";
/** How many squares card 4 goes backward */
four_back?: 2 | 4;
/** Whether an 11 may be forfeited only when going forward 11 is impossible */
must_advance_11?: "on" | "off";
};

/** One pawn. */
export type Pawn = {
/** Its colour. */
colour: Colour;
/** Where it is. */
place: Place;
/** How many steps it has to Home: 0 at Home, 61 in Start. */
steps_left: number;
};

/** Where a pawn can be. */
export type Place = "start" | {
square: Square;
} | "home";

/** What speaks for a choice. */
export type Reason = {
reaches_home: Record<string, unknown>;
} | {
bumps: {
/** How many steps it had to Home. */
left: number;
/** The seat it concerns. */
seat: Seat;
};
} | {
leaves_start: Record<string, unknown>;
} | {
switches: {
/** By how many steps the own pawn comes nearer to Home. */
gained: number;
/** With whom. */
seat: Seat;
};
} | {
advances: {
/** How many are left. */
left: number;
/** By how many steps. */
steps: number;
};
} | {
falls_back: {
/** How many are left. */
left: number;
/** By how many steps. */
steps: number;
};
} | {
stays: {
/** How many steps are left. */
left: number;
};
};

/** Why an action of this game is refused. */
export type RefusalCode = "roll_first" | "already_rolled" | "must_go_home" | "home_not_exact" | "leaves_with_one_or_two" | "not_in_start" | "in_start" | "past_home" | "not_on_this_card" | "no_such_opponent" | "opponent_not_on_ring" | "sorry_only_from_start" | "must_move" | "must_advance_eleven";

/** Number of a seat, counted from 0. */
export type Seat = number;

/** Seats, each once, lowest first. */
export type Seats = Seat[];

/** Square of the ring. */
export type Square = number;

/** Where an action leads. */
export type Target = {
/** The action. */
action: Action;
/** Whose pawn it sends to Start. */
bumps: Seat | null;
/** Where the own pawn is afterwards. */
to: Place;
};

/** What a viewer knows. */
export type View = {
/** How many of each card are left before the next shuffle; nothing if each draw is independent. */
cards_left: CardCount[] | null;
/** The card drawn and not used yet. */
drawn: Drawn | null;
/** The turn before this one. */
last: LastTurn | null;
/** Whose turn it is; still that of the last player when the game is over. */
mover: Seat;
/** The pawns, by seat. */
pawns: Pawn[];
/** What is to be done. */
phase: ViewPhase;
/** What the player in turn can do with the card, and where it leads: for everybody to see. */
targets: Target[];
/** The cards to come, top card first: only for a viewer who sees everything. */
upcoming: Card[];
};

/** What is to be done. */
export type ViewPhase = "roll" | "move" | "over";
