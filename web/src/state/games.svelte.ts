// What can be played, as the server lists it, in the words of this browser's language where it has them.
import { i18n } from '../i18n/i18n.svelte';
import type { GameWords } from '../i18n/games';
import { backoff } from '../net/backoff';
import { getJson } from '../net/http';
import type { GameInfo, Games as Answer, OptionInfo, Range } from '../generated/http';

export type { GameInfo };
export type OptionRange = Range;
export type GameOption = OptionInfo;

class Games {
  list = $state.raw<GameInfo[]>([]);
  #loading: Promise<void> | null = null;

  /** Fetches the list once; after a failure it is tried again until it is there. */
  load(attempt = 0): Promise<void> {
    this.#loading ??= this.#fetch().catch(() => {
      this.#loading = null;
      setTimeout(() => void this.load(attempt + 1), backoff(attempt, Math.random()));
    });
    return this.#loading;
  }

  title(name: string): string {
    return wordsOf(name)?.title ?? this.list.find((game) => game.name === name)?.title ?? name;
  }

  summary({ name, summary }: GameInfo): string {
    return wordsOf(name)?.summary ?? summary;
  }

  /** What an option is called: "exact five". */
  optionName(game: string, option: string): string {
    return wordsOf(game)?.options[option]?.[0] ?? option.replaceAll('_', ' ');
  }

  optionDescription(game: string, { name, description }: GameOption): string {
    return wordsOf(game)?.options[name]?.[1] ?? description;
  }

  /** A value of an option: a number, or a word that has been given others. */
  optionValue(value: string): string {
    return i18n.t.choices[value] ?? value.replaceAll('_', ' ');
  }

  async #fetch(): Promise<void> {
    const { games } = (await getJson('/api/games')) as Answer;
    this.list = games;
  }
}

function wordsOf(game: string): GameWords | undefined {
  return i18n.t.games?.[game];
}

export const games = new Games();
