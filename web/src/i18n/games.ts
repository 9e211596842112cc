// The games of the server in another language than its own, which is English.

export interface GameWords {
  title: string;
  summary: string;
  /** What an option is called, and what it does. */
  options: Record<string, readonly [name: string, meaning: string]>;
}

export type GamesWords = Record<'chicago' | 'gomoku' | 'golf' | 'sorry' | 'onecard', GameWords>;
