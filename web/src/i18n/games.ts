// The games in another language than English, which the server sends itself. A game without words here is shown in English.

export interface GameWords {
  title: string;
  summary: string;
  /** What an option is called, and what it does. */
  options: Record<string, readonly [name: string, description: string]>;
}

export type GamesWords = Record<string, GameWords | undefined>;
