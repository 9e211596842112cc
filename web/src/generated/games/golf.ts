// The types of Six Card Golf. Generated from docs/schema/golf.json by scripts/game-types.js: do not edit.

/** One choice of one player. */
export type Action = {
reveal: TwoPlaces;
} | "take_stock" | "take_discard" | {
swap: Place;
} | "throw_away" | {
turn: Place;
} | {
steal: Steal;
};

/** A playing card: the letter of its suit and its rank, such as SA, D10 or H7. */
export type Card = string;

/** Something that happened at the table. */
export type Event = {
shuffled: {
/** From the top to the bottom. */
cards: Card[];
};
} | {
dealt: {
/** Its number, from 1. */
round: number;
/** Who begins. */
starter: Seat;
/** How many cards are left in the stock. */
stock: number;
};
} | {
first_discard: {
/** That card. */
card: Card;
};
} | {
revealed: {
/** The cards, in the same order. */
cards: [Card, Card];
/** The two places that are turned. */
places: TwoPlaces;
/** The seat that acts. */
seat: Seat;
};
} | {
play_begins: {
/** Who begins. */
seat: Seat;
};
} | {
new_stock: {
/** How many cards it has. */
cards: number;
};
} | {
pile_turned_over: {
/** How many cards it has. */
cards: number;
};
} | {
took_stock: {
/** The card, for who took it. */
card: Card | null;
/** The seat that acts. */
seat: Seat;
};
} | {
took_discard: {
/** The card. */
card: Card;
/** The seat that acts. */
seat: Seat;
};
} | {
swapped: {
/** The card that was held. */
card: Card;
/** The card that lay there. */
out: Card;
/** The place in the player's layout. */
place: Place;
/** The seat that acts. */
seat: Seat;
/** Whether that card lay face down. */
was_hidden: boolean;
};
} | {
threw_away: {
/** The card. */
card: Card;
/** The seat that acts. */
seat: Seat;
};
} | {
turned: {
/** The card. */
card: Card;
/** The place in the player's layout. */
place: Place;
/** The seat that acts. */
seat: Seat;
};
} | {
stole: {
/** The stolen card. */
card: Card;
/** From whom. */
from: Seat;
/** The card that was given for it, hidden until now. */
given: Card;
/** Where the given card lay, and the stolen one lies now. */
own: Place;
/** Where the stolen card lay, and the given one lies now. */
place: Place;
/** The seat that acts. */
seat: Seat;
};
} | {
all_up: {
/** The seat that acts. */
seat: Seat;
/** What follows. */
then: Then;
};
} | {
cap_reached: {
/** How many each. */
turns: number;
};
} | {
uncovered: {
/** The cards, in the same order. */
cards: Card[];
/** Where they lie. */
places: Place[];
/** The seat it concerns. */
seat: Seat;
};
} | {
round_scored: {
/** What each layout counts. */
points: number[];
/** Its number, from 1. */
round: number;
/** Each player's sum of all rounds so far. */
totals: number[];
};
} | {
game_over: {
/** The number of points. */
points: number;
/** Who has the fewest points. */
winners: Seats;
};
};

/** What is counted of a player over many games. */
export type FigureKey = "round_mean" | "round_best" | "round_worst" | "steals" | "stolen_from";

/** The card that the player in turn holds. */
export type Held = {
/** The card, if the viewer may see it. */
card: Card | null;
/** Who holds it. */
seat: Seat;
/** Where it came from. */
source: Source;
};

/** How a round ended, so that it can still be shown when the next one is dealt. */
export type LastRound = {
/** The top card of the discard pile. */
discard: Card | null;
/** The action that ended it. */
last: Played | null;
/** Each player's six cards, all face up. */
layouts: ((Card | null)[])[];
};

/** Somebody is out, and the round is about to end. */
export type LastTurns = {
/** How many turns are left, one for each other player at first. */
left: number;
/** Whose cards were all face up first. */
out: Seat;
};

/** Options of the game. One that is left out has its default. */
export type Options = {
/** A round ends when all cards are up; or when one player's are; or one turn for each other player later */
end_rule?: "all" | "first_out" | "first_out_plus_one";
/** The top card of the stock is turned after the deal to start the discard pile */
first_discard?: "on" | "off";
/** Whoever throws a stock card away turns one of the own hidden cards, if there is one */
flip_on_discard?: "on" | "off";
/** Packs of 52 cards: one is enough for 2 to 4 players, two for up to 8 */
packs?: number;
/** Open to peer players: programs that registered with the golf manager take free seats, and their rules hold */
peers?: "on" | "off";
/** How many rounds are played */
rounds?: number;
/** A turn may be a steal: another player's open card against an own hidden one */
steal?: "on" | "off";
/** What cards count: a two -2 and court cards 10; or jack 11 and queen 12; or a two +2 */
values?: "bicycle" | "court" | "plus_two";
};

/** Place of a card: 0 1 2 from left to right above 3 4 5. */
export type Place = number;

/** One action of one seat. */
export type Played = {
/** What was done. */
action: Action;
/** Who did it. */
seat: Seat;
};

/** What speaks for a choice. What is expected is the mean of the cards that the player has not seen. */
export type Reason = {
reveals: {
/** Whether they lie in one column. */
one_column: boolean;
};
} | {
makes_pair: {
/** The card. */
card: Card;
};
} | {
goes_out: {
/** What the cards of the best other player count, those that lie hidden at their mean. */
next: number;
/** What the own cards count then. */
points: number;
};
} | {
swaps: {
/** What they count then. */
after: number;
/** What the cards of the player count before. */
before: number;
};
} | {
swaps_hidden: {
/** What a hidden card counts on average. */
expected: number;
/** What the new card counts. */
points: number;
};
} | {
takes_discard: {
/** What a card of the stock counts on average. */
expected: number;
/** What it counts. */
points: number;
};
} | {
takes_stock: {
/** What a card of the stock counts on average. */
expected: number;
/** What the open card of the pile counts. */
points: number;
};
} | {
throws_away: {
/** What a hidden card counts on average. */
expected: number;
/** What it counts. */
points: number;
};
} | {
turns: {
/** What it counts on average. */
expected: number;
};
} | {
steals: {
/** The card. */
card: Card;
/** Whether it makes a pair. */
pair: boolean;
/** The seat it concerns. */
seat: Seat;
};
};

/** Why an action of this game is refused. */
export type RefusalCode = "reveal_first" | "reveal_is_over" | "same_card_twice" | "take_first" | "card_in_hand" | "discard_must_be_swapped" | "stock_is_empty" | "discard_pile_is_empty" | "turn_one_first" | "nothing_to_turn" | "already_face_up" | "stealing_is_off" | "no_such_player" | "steal_from_yourself" | "steal_hidden_card" | "steal_with_open_card" | "no_hidden_card_left";

/** Number of a seat, counted from 0. */
export type Seat = number;

/** Seats, each once, lowest first. */
export type Seats = Seat[];

/** Where a held card came from. */
export type Source = "stock" | "discard";

/** Which card is stolen, and which goes there instead. */
export type Steal = {
/** Where it lies with its player. */
card: Place;
/** Whose card. */
from: Seat;
/** Where the thief's hidden card lies, which goes there. */
own: Place;
};

/** What follows when a player's last hidden card is up. */
export type Then = "goes_on" | "last_turns" | "ends";

/** Two places, the lower one first. They may be the same, so that the rules can say why that is wrong. */
export type TwoPlaces = [Place, Place];

/** What a viewer knows, with all that has been seen in this round. */
export type View = {
/** The discard pile from the bottom to the top. */
discards: Card[];
/** For a viewer who sees everything: the faces of the cards that lie face down, and of those only. */
face_down: ((Card | null)[])[] | null;
/** The card somebody holds. */
held: Held | null;
/** The latest action of a turn in this round. */
last: Played | null;
/** How the round before this one ended. */
last_round: LastRound | null;
/** Once somebody is out, where that ends the round. */
last_turns: LastTurns | null;
/** Each player's six cards, 0 1 2 above 3 4 5; nothing where a card lies face down. */
layouts: ((Card | null)[])[];
/** Whose turn it is, or will be when all have turned two cards. */
mover: Seat;
/** How often discards have become the stock in this round. */
new_stocks: number;
/** What the table waits for. */
phase: ViewPhase;
/** What each player's layout counted in each finished round. */
results: number[][];
/** The round, from 1. */
round: number;
/** How many rounds are played. */
rounds: number;
/** What each player's open cards count as they lie. */
showing: number[];
/** Who began this round. */
starter: Seat;
/** How many cards the stock has. */
stock: number;
/** After discards have become the stock: which cards are in it, sorted, and the one that another player has taken from it and still holds. Empty before, because nobody knows any then. */
stock_cards: Card[];
/** For a viewer who sees everything: the stock from the top to the bottom. */
stock_order: Card[] | null;
/** After this many turns the round ends in any case. */
turn_cap: number;
/** How many turns of this round are finished, by all players together. */
turns: number;
};

/** What the table waits for. */
export type ViewPhase = "reveal" | "take" | "holding" | "turn_one" | "over";
