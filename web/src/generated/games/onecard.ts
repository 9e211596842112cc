// The types of One Card. Generated from docs/schema/onecard.json by scripts/game-types.js: do not edit.

/** What a player can do. Copies of the same card from different packs are one and the same action. */
export type Action = {
play: Card;
} | {
lay: Card;
} | "draw" | "keep";

/** A playing card: the letter of its suit and its rank, such as SA, D10 or H7. */
export type Card = string;

/** Which way play runs. */
export type Direction = "counter_clockwise" | "clockwise";

/** What can happen. */
export type Event = {
round_began: {
/** How many cards there are in all. */
cards: number;
/** The number of the round, from 1. */
round: number;
};
} | {
shuffled: {
/** All cards. */
cards: Card[];
};
} | {
dealt: {
/** The hand in display order. */
cards: Card[];
/** The seat it concerns. */
seat: Seat;
};
} | {
dealt_face_down: {
/** How many cards. */
count: number;
/** The seat it concerns. */
seat: Seat;
};
} | {
order_card: {
/** The card. */
card: Card;
/** The seat it concerns. */
seat: Seat;
};
} | {
begins: {
/** Why this seat begins. */
reason: StartReason;
/** The player. */
seat: Seat;
};
} | {
first_card: {
/** The card. */
card: Card;
};
} | {
laid: {
/** The card. */
card: Card;
/** How many cards the player has left. */
left: number;
/** Who laid it. */
seat: Seat;
};
} | {
played: {
/** One card, or several where the option `multi` is on. */
cards: Card[];
/** How many cards the player has left. */
left: number;
/** Who laid them. */
seat: Seat;
};
} | {
hand: {
/** The hand in display order. */
cards: Card[];
/** The seat it concerns. */
seat: Seat;
};
} | {
turned: {
/** How it runs now. */
direction: Direction;
};
} | {
skipped: {
/** Who is skipped. */
seat: Seat;
};
} | {
attacked: {
/** How many cards. */
cards: number;
/** Who must answer or draw. */
seat: Seat;
};
} | {
parried: {
/** Who laid it. */
seat: Seat;
};
} | {
reshuffled: {
/** How many cards the new stock has. */
count: number;
};
} | {
drew: {
/** The cards in the order drawn. */
cards: Card[];
/** Who drew. */
seat: Seat;
};
} | {
drew_face_down: {
/** How many cards. */
count: number;
/** Who drew. */
seat: Seat;
};
} | {
kept: {
/** Who keeps it. */
seat: Seat;
};
} | {
round_won: {
/** Which round. */
round: number;
/** The player. */
seat: Seat;
};
} | {
nobody_won: {
/** Why nobody won. */
reason: NoWinner;
/** Which round. */
round: number;
};
} | {
round_scored: {
/** Which round. */
round: number;
/** Minus the cards each player had left. */
scores: number[];
/** The sums so far. */
totals: number[];
};
} | {
game_won: {
/** Who won. */
winners: Seats;
};
};

/** What is counted of a player over many games. */
export type FigureKey = "rounds_won" | "cards_left_mean" | "cards_left_max" | "reshuffles_survived";

/** What a player did last. */
export type LastTurn = {
played: {
/** The one on top. */
card: Card;
/** The number of cards. */
count: number;
};
} | {
drew: {
/** The number of cards. */
count: number;
};
};

/** Why nobody won a round. */
export type NoWinner = "blocked" | "too_long";

/** Options of the game. One that is left out has its default. */
export type Options = {
/** How many packs of 52 cards are shuffled together */
decks?: number;
/** How many cards each player is dealt */
initial_cards?: number;
/** Whether a player who could play may draw a card instead */
may_draw?: "on" | "off";
/** Whether several cards of one rank may be played in one turn */
multi?: "on" | "off";
/** Whether a card just drawn may be played at once if it fits */
play_drawn?: "on" | "off";
/** Whether a queen acts as a jack when two play */
queen_skips_2?: "on" | "off";
/** Which queens and jacks pass an attack on */
redirect?: "same_suit" | "suit_or_rank";
/** How many rounds are played */
rounds?: number;
};

/** What speaks for a choice. */
export type Reason = {
empties_hand: Record<string, unknown>;
} | {
passes_attack: {
/** How many cards they must draw or pass on. */
cards: number;
/** On whom. */
seat: Seat;
};
} | {
parries: {
/** How many cards nobody draws. */
cards: number;
};
} | {
takes_attack: {
/** The number of cards. */
cards: number;
};
} | {
attacks: {
/** How many cards. */
cards: number;
/** The player it is about. */
seat: Seat;
};
} | {
skips: {
/** How many cards they hold. */
held: number;
/** The player it is about. */
seat: Seat;
};
} | {
turns_round: {
/** How many cards they hold. */
held: number;
/** Whose turn it is next. */
seat: Seat;
};
} | {
keeps_special: {
/** The card. */
card: Card;
/** How many of them fit on the card that is played. */
fit: number;
/** How many cards are left. */
left: number;
};
} | {
leaves: {
/** How many of them fit on the card that is played. */
fit: number;
/** How many cards are left. */
left: number;
};
} | {
lays_more: {
/** How many cards of its rank are left. */
more: number;
};
} | {
draws_one: Record<string, unknown>;
} | {
keeps_drawn: Record<string, unknown>;
};

/** Why an action of this game is refused. */
export type RefusalCode = "not_in_hand" | "last_of_its_rank" | "must_follow" | "must_go_on" | "answer_must_follow" | "under_attack" | "redirect_needs_suit" | "must_play" | "one_card_a_turn" | "play_it_or_keep_it" | "nothing_to_keep";

/** How a round ended. */
export type RoundResult = {
/** Minus the cards each player had left. */
scores: number[];
/** Who won; nobody if it was blocked or went on too long. */
winner: Seat | null;
};

/** Number of a seat, counted from 0. */
export type Seat = number;

/** Seats, each once, lowest first. */
export type Seats = Seat[];

/** Why a player begins. */
export type StartReason = "lowest_card" | "won_round" | "fewest_cards";

/** What everybody knows of a player who had to draw: at that moment there was no card in the hand that follows. */
export type Stuck = {
/** How many cards the player has drawn since, that draw included. Only these can be of that suit or rank. */
drawn: number;
/** The top card then: the hand had none of its suit and none of its rank. */
on: Card;
};

/** What a viewer knows. Hands are in display order: spades, hearts, diamonds, clubs, in each suit from the two to the ace; a card that is held twice stands there twice. */
export type View = {
/** All hands, in order of seats, for a viewer who sees everything. */
all_hands: Card[][];
/** How many cards the player to act must draw or pass on; 0 = no attack. */
attack: number;
/** Whether the player to act has drawn a card that fits and may play or keep it. */
choosing: boolean;
/** Which way play runs. */
direction: Direction;
/** The discard pile from the bottom; the last one is the top. */
discards: Card[];
/** The cards that the viewer drew with the last action, in the order drawn. */
drawn: Card[];
/** Who drew with the last action; nobody if it was no draw, or if nothing was left to draw. */
drawn_by: Seat | null;
/** How many cards that were. */
drawn_count: number;
/** The own hand. */
hand: Card[];
/** How many cards each player holds. */
held: number[];
/** How many turns in a row went by without a play or a draw, because both piles are empty. */
idle: number;
/** How many cards the player to act has laid in this turn and goes on from; 0 = none. */
laid: number;
/** How the last round ended. */
last_round: RoundResult | null;
/** What each player did last in this round. */
last_turns: (LastTurn | null)[];
/** The extra cards that said who begins, in order of seats: in the first round, until the discards are shuffled. */
order_cards: Card[];
/** What the stock was made of when the discards were last shuffled in this round, in display order; empty before that. */
remade_of: Card[];
/** The number of the round, from 1. */
round: number;
/** Why this seat begins. */
start_reason: StartReason;
/** Who began the round. */
starter: Seat;
/** The stock, the next card first, for a viewer who sees everything. */
stock: Card[];
/** How many cards the stock has. */
stock_size: number;
/** When each player last drew for want of a card that follows, in this round. */
stuck: (Stuck | null)[];
/** The card that must be followed. */
top: Card;
/** How many turns of this round are over. */
turns: number;
};
