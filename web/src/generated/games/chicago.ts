// The types of Chicago. Generated from docs/schema/chicago.json by scripts/game-types.js: do not edit.

/** What a seat can do. */
export type Action = {
change: CardSet;
} | "take_open" | "draw_unseen" | "call_chicago" | "no_chicago" | {
play: Card;
};

/** Who was paid for the best hand of one exchange. */
export type Award = {
paid: {
/** Its kind. The cards themselves are not shown. */
class: Class;
/** What it earned. */
points: number;
/** The seat it concerns. */
seat: Seat;
};
} | {
drawn: {
/** Their kind. */
class: Class;
};
} | "no_hand" | {
royal: {
/** The seat it concerns. */
seat: Seat;
};
};

/** A playing card: the letter of its suit and its rank, such as SA, D10 or H7. */
export type Card = string;

/** Cards of one pack, each once, in any order. */
export type CardSet = Card[];

/** The kinds of hand, from nothing to the best. */
export type Class = "high_card" | "pair" | "two_pairs" | "three_of_a_kind" | "straight" | "flush" | "full_house" | "four_of_a_kind" | "straight_flush" | "royal_flush";

/** Why a game ended. */
export type Ending = "points" | "royal_flush" | "last_round";

/** What can happen. Where a part is for one seat alone, the others are sent the same without it. */
export type Event = {
round_began: {
/** Who deals it. */
dealer: Seat;
/** Which, from 1. */
round: number;
};
} | {
shuffled: {
/** The order in which the cards will be drawn. */
deck: Card[];
};
} | {
reshuffled: {
/** How many cards. */
cards: number;
};
} | {
dealt: {
/** The hand, for its owner. */
hand?: Card[] | null;
/** The seat that acts. */
seat: Seat;
};
} | {
change_chosen: {
/** The cards, for the player who chose them. */
cards?: CardSet | null;
/** The seat that acts. */
seat: Seat;
};
} | {
changed: {
/** The number of cards. */
count: number;
/** The seat that acts. */
seat: Seat;
/** Which into which, for their owner. Missing as long as an open card has to be decided on. */
swaps?: Swap[] | null;
};
} | {
open_card: {
/** The card. */
card: Card;
/** For whom. */
seat: Seat;
};
} | {
open_taken: {
/** The card. */
card: Card;
/** By whom. */
seat: Seat;
};
} | {
unseen_drawn: {
/** The next one, for its owner. */
card?: Card | null;
/** The open card. */
left: Card;
/** By whom. */
seat: Seat;
};
} | {
hand_paid: {
/** Who was paid what. */
award: Award;
/** Of which exchange, from 1. */
number: number;
/** The totals afterwards. */
totals: number[];
};
} | {
others_reset: {
/** Whose it was. */
seat: Seat;
};
} | {
call_answered: {
/** The answer, for the player who gave it. */
call?: boolean | null;
/** The seat that acts. */
seat: Seat;
};
} | {
call_decided: {
/** Who plays it. */
caller: Seat | null;
};
} | {
call_void: {
/** The seat that acts. */
seat: Seat;
};
} | {
card_played: {
/** The card. */
card: Card;
/** By whom. */
seat: Seat;
};
} | {
trick_won: {
/** Who won it. */
seat: Seat;
/** Which, from 1. */
trick: number;
};
} | {
chicago_made: {
/** The seat it concerns. */
seat: Seat;
};
} | {
chicago_failed: {
/** The seat it concerns. */
seat: Seat;
};
} | {
last_trick_paid: {
/** To whom. */
seat: Seat;
};
} | {
last_trick_unpaid: {
/** Who won it. */
seat: Seat;
};
} | {
round_ended: {
/** Which, from 1. */
round: number;
/** The totals. */
totals: number[];
};
} | {
level_at_top: {
/** The seats that are level. */
seats: Seats;
};
} | {
game_over: {
/** Why it ended. */
ending: Ending;
/** Who won. */
winners: Seats;
};
};

/** What is counted of a player over many games. */
export type FigureKey = "chicagos_called" | "chicagos_made" | "last_tricks_won" | "paid_pair" | "paid_two_pairs" | "paid_three_of_a_kind" | "paid_straight" | "paid_flush" | "paid_full_house" | "paid_four_of_a_kind" | "paid_straight_flush" | "royal_flushes";

/** The result of the round that ended last. */
export type LastRound = {
/** What its three hands were paid. */
awards: Award[];
/** Who played Chicago. */
caller: Seat | null;
/** Whether that succeeded. */
chicago_made: boolean | null;
/** Who was paid for the last trick. */
last_trick_paid: Seat | null;
/** Its five tricks. */
tricks: TrickView[];
};

/** A card that was turned up for a player who changed exactly one. */
export type OpenCard = {
/** The card. */
card: Card;
/** In which exchange, from 1. */
exchange: number;
/** For whom. */
seat: Seat;
/** Whether it was taken; nothing as long as that is open. */
taken: boolean | null;
};

/** Options of the game. One that is left out has its default. */
export type Options = {
/** The total from which a player may not change cards */
buy_stop?: "off" | 42 | 46 | 47;
/** Whether a Chicago that succeeds is paid the 5 points of the last trick as well */
chicago_plus_last?: "on" | "off";
/** Whether a paid four of a kind sets the totals of all others to 0 */
four_resets?: "on" | "off";
/** Whether only a player who has made a Chicago (or holds a royal flush) can win */
must_chicago?: "on" | "off";
/** Whether whoever changes exactly one card sees the new one face up and may have the next instead */
one_up?: "on" | "off";
/** Seconds of rest before a new round */
pause?: number;
/** Points for a straight flush */
straight_flush?: 10 | 8;
};

/** What is decided now. */
export type Phase = "exchange" | "open_card" | "call" | "tricks" | "over";

/** What speaks for a choice. Percentages are counted over the cards that the player has not seen. */
export type Reason = {
stands: {
/** What it is. */
class: Class;
};
} | {
draws: {
/** The better hand that is worth hoping for. */
aim: Class;
/** How often it becomes that, in per cent. */
aim_percent: number;
/** How often the hand becomes better than it is now, in per cent. */
better_percent: number;
/** How many are kept. */
cards: number;
/** What the kept cards are together. */
kept: Class;
};
} | {
takes_open: {
/** What the hand is with it. */
class: Class;
/** How often an unseen card would make a better hand, in per cent. */
unseen_percent: number;
};
} | {
draws_unseen: {
/** What the hand would be with it. */
class: Class;
/** How often an unseen card makes a better hand, in per cent. */
unseen_percent: number;
};
} | {
calls_chicago: {
/** How many of the hand's cards somebody may hold a higher one of the same suit for. */
beatable: number;
};
} | {
stays_silent: {
/** How many of the hand's cards somebody may hold a higher one of the same suit for. */
beatable: number;
};
} | {
leads: {
/** How many cards that somebody may hold beat it. */
higher: number;
};
} | {
wins_trick: Record<string, unknown>;
} | {
highest_so_far: {
/** How many cards that somebody may hold beat it. */
higher: number;
};
} | {
saves: {
/** The card that is saved. */
card: Card;
};
} | {
cannot_win: Record<string, unknown>;
} | {
throws_away: {
/** The card that was led. */
led: Card;
};
};

/** Why an action of this game is refused. */
export type RefusalCode = "not_now" | "not_your_card" | "must_follow_suit" | "buy_stop";

/** Number of a seat, counted from 0. */
export type Seat = number;

/** Seats, each once, lowest first. */
export type Seats = Seat[];

/** One card changed into another. */
export type Swap = {
/** The card that took its place. */
new: Card;
/** The card given back. */
old: Card;
/** Its place in the hand, from 0. */
slot: number;
};

/** One trick. */
export type TrickView = {
/** The cards in order of play, beginning with the leader's. */
cards: Card[];
/** Who led. */
leader: Seat;
/** Who won it, once it is complete. */
winner: Seat | null;
};

/** What nobody sees, or only one seat, while the game runs. */
export type Unhidden = {
/** Who said Chicago. */
callers: Seats;
/** The deck in the order in which it will be drawn. */
deck: Card[];
/** All hands. */
hands: ((Card | null)[])[];
/** The cards that were given back. */
returned: CardSet;
/** What each seat changed in each exchange; what is sealed too. */
thrown: CardSet[][];
};

/** What a viewer knows. */
export type View = {
/** What the hands of this round were paid, from the first exchange on. */
awards: Award[];
/** Who plays Chicago in this round. */
caller: Seat | null;
/** How many cards each seat changed, for each exchange in which all have chosen. */
changed: number[][];
/** Who deals this round. The next seat is the first in turn. */
dealer: Seat;
/** How many cards are left to draw. */
deck: number;
/** The exchange under way or the last one made, from 1. */
exchange: number;
/** Your cards in their places; a card that was played leaves its place empty. */
hand: (Card | null)[] | null;
/** The round that ended last. */
last_round: LastRound | null;
/** Who has made a Chicago in this game. */
made_chicago: Seats;
/** The cards that were turned up in this round for those who changed exactly one. */
open_cards: OpenCard[];
/** What is decided now. */
phase: Phase;
/** The exchange in which the returned cards were last shuffled into the deck, if that happened. */
reshuffled: number | null;
/** How many cards were given back. */
returned: number;
/** The round, from 1. */
round: number;
/** What you changed in each exchange of this round, the one just chosen included. */
thrown: CardSet[];
/** The tricks of this round, the one under way last. */
tricks: TrickView[];
/** How many tricks of this round each seat has won. */
tricks_won: number[];
/** All that was hidden, for those who may know everything. */
unhidden?: Unhidden | null;
/** Whether you said Chicago in this round, once you have answered. */
your_call: boolean | null;
};
