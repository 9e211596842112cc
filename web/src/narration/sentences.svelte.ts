// The sentences of the house in the language of this browser. The house speaks English: that is shown where English is
// wanted, until another language is loaded, and for what this page does not know.
import { SvelteMap } from 'svelte/reactivity';

import type { RefusedAction, SeatInfo, Told } from '../boards/contract';
import { words } from '../boards/common/words';
import type { Settings } from '../state/settings';
import { settings } from '../state/settings.svelte';
import type { ServerRefusals } from './server';
import { refuse, tell, type AnyTeller } from './teller';

type Locale = Settings['locale'];

const games = import.meta.glob<{ teller: AnyTeller }>('../boards/*/sentences.*.ts');
const houses = import.meta.glob<{ refusals: ServerRefusals }>('./server.*.ts');

/** Files that were asked for; nothing while they have not come. */
class Loaded<File> {
  readonly #files = new SvelteMap<string, File>();
  readonly #asked = new Set<string>();
  readonly #loaders: Record<string, () => Promise<File>>;

  constructor(loaders: Record<string, () => Promise<File>>) {
    this.#loaders = loaders;
  }

  get(path: string): File | undefined {
    const load = this.#loaders[path];
    if (load && !this.#asked.has(path)) {
      this.#asked.add(path);
      load()
        .then((file) => this.#files.set(path, file))
        // Without a network the house's own words stay; the next one to ask tries again.
        .catch(() => this.#asked.delete(path));
    }
    return this.#files.get(path);
  }
}

const tellers = new Loaded(games);
const refusals = new Loaded(houses);
const isOther = (locale: Locale): boolean => locale !== 'en';
const tellerOf = (game: string): AnyTeller | undefined =>
  isOther(settings.current.locale)
    ? tellers.get(`../boards/${game}/told.${settings.current.locale}.ts`)?.teller
    : undefined;

/** What was told, to the one of the seats that is `you`. */
export function inLanguage<Line extends Told>(
  game: string,
  lines: readonly Line[],
  seats: readonly SeatInfo[],
): Line[] {
  const teller = tellerOf(game);
  if (!teller) return [...lines];
  const voice = {
    you: seats.find((seat) => seat.you)?.seat ?? null,
    name: (seat: number): string => seats[seat]?.name ?? words.player(seat + 1),
  };
  return lines.map((line) => ({ ...line, text: tell(teller, line.event, voice) ?? line.text }));
}

/** Why the house refused something. What a game refuses is said of its view. */
export function refusal(
  { code, message }: Pick<RefusedAction, 'code' | 'message'>,
  game?: string,
  view?: unknown,
): string {
  const { locale } = settings.current;
  if (!isOther(locale)) return message;
  const teller = game === undefined ? undefined : tellerOf(game);
  const house = refusals.get(`./house.${locale}.ts`)?.refusals;
  const ofHouse = house && Object.hasOwn(house, code) ? house[code as keyof ServerRefusals] : undefined;
  return (teller && refuse(teller, code, view)) ?? ofHouse ?? message;
}
