// The sentences of the server in the language of this browser. The server sends English: that is shown where English is
// set, until another language is loaded, and for what this page does not know.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';

import type { RefusedAction, TableSeat } from '../boards/contract';
import { words } from '../boards/common/words';
import type { GameEvent, HintReason } from '../generated/protocol';
import { settings } from '../state/settings.svelte';
import {
  narrateEvent,
  narrateReason,
  narrateRefusal,
  type AnyReasons,
  type AnySentences,
  type Voice,
} from './narrator';
import type { ServerRefusals } from './refusals';

const games = import.meta.glob<{ sentences: AnySentences }>('../boards/*/sentences.*.ts');
const whys = import.meta.glob<{ reasons: AnyReasons }>('../boards/*/reasons.*.ts');
const byLocale = import.meta.glob<{ refusals: ServerRefusals }>('./refusals.*.ts');

/** Files that are loaded when first asked for; `undefined` until then. */
class Loaded<File> {
  readonly #files = new SvelteMap<string, File>();
  readonly #asked = new Set<string>();
  readonly #failed = new SvelteSet<string>();
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
        // Without a network the server's own words stay; the next one to ask tries again.
        .catch(() => {
          this.#asked.delete(path);
          this.#failed.add(path);
        });
    }
    return this.#files.get(path);
  }

  /** Whether the file is here, does not exist or could not be loaded. */
  isSettled(path: string): boolean {
    return this.get(path) !== undefined || this.#failed.has(path) || this.#loaders[path] === undefined;
  }
}

const ofGames = new Loaded(games);
const ofHints = new Loaded(whys);
const ofServer = new Loaded(byLocale);
/** Of a game in the language of this browser; English sentences are the server's own. */
const sentencesOf = (game: string): AnySentences | undefined => ofGames.get(pathOf(game))?.sentences;
const pathOf = (game: string): string => `../boards/${game}/sentences.${settings.current.locale}.ts`;

/** Whether the sentences of a game are here in the language of this browser, or will not come. */
export function isTranslated(game: string): boolean {
  return ofGames.isSettled(pathOf(game));
}

/** The events in the language of this browser, for the one of the seats that is `you`. */
export function inLanguage<Line extends GameEvent>(
  game: string,
  lines: readonly Line[],
  seats: readonly TableSeat[],
): Line[] {
  const sentences = sentencesOf(game);
  if (!sentences) return [...lines];
  const voice = voiceOf(seats);
  return lines.map((line) => ({ ...line, text: narrateEvent(sentences, line.event, voice) ?? line.text }));
}

/** Why the best choice of a hint is good. */
export function reasonInLanguage(
  game: string,
  { reason, text }: HintReason,
  seats: readonly TableSeat[],
): string {
  const reasons = ofHints.get(`../boards/${game}/reasons.${settings.current.locale}.ts`)?.reasons;
  return (reasons && narrateReason(reasons, reason, voiceOf(seats))) ?? text;
}

function voiceOf(seats: readonly TableSeat[]): Voice {
  return {
    you: seats.find((seat) => seat.you)?.seat ?? null,
    name: (seat: number): string => seats[seat]?.name ?? words.player(seat + 1),
  };
}

/** Why the server refused something. What a game refuses is said of its view. */
export function refusal(
  { code, message }: Pick<RefusedAction, 'code' | 'message'>,
  game?: string,
  view?: unknown,
): string {
  const { locale } = settings.current;
  const sentences = game === undefined ? undefined : sentencesOf(game);
  const common = ofServer.get(`./refusals.${locale}.ts`)?.refusals;
  const known = common && Object.hasOwn(common, code) ? common[code as keyof ServerRefusals] : undefined;
  return (sentences && narrateRefusal(sentences, code, view)) ?? known ?? message;
}
