// What can be played, as the house lists it.

export type OptionRange = 'switch' | { choice: string[] } | { number: { min: number; max: number } };

export interface GameOption {
  name: string;
  default: string;
  range: OptionRange;
  meaning: string;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  least_seats: number;
  most_seats: number;
  usual_seats: number;
  low_score_wins: boolean;
  options: GameOption[];
}

class Games {
  list = $state.raw<GameInfo[]>([]);
  levels = $state.raw<string[]>([]);
  #loading: Promise<void> | null = null;

  /** Fetches the list once; after a failure the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch().catch(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  title(name: string): string {
    return this.list.find((game) => game.name === name)?.title ?? name;
  }

  async #fetch(): Promise<void> {
    const answer = await fetch('/api/games');
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { games, levels } = (await answer.json()) as { games: GameInfo[]; levels: string[] };
    this.list = games;
    this.levels = levels;
  }
}

export const games = new Games();
