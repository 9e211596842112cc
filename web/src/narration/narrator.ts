// What happens and what is refused, in a language other than English. English sentences come from the server with every
// event and every refusal.
import type { Kinds } from '../net/messages';

/** Who reads the sentence, and what the others are called. */
export interface Voice {
  you: number | null;
  name(seat: number): string;
}

/** A game in another language: a sentence for each of its events, and for each of its own refusals. */
export interface GameSentences<Event, Code extends string, View> {
  events: { [K in keyof Kinds<Event>]: (fields: Kinds<Event>[K], voice: Voice) => string };
  /** A refusal carries only a code: its details are read from the view. */
  refusals: Record<Code, (view: View) => string>;
}

/** A game's sentences, when it is known only by its name. */
export interface AnySentences {
  events: Record<string, ((fields: never, voice: Voice) => string) | undefined>;
  refusals: Record<string, ((view: never) => string) | undefined>;
}

/** Why the choice of a hint is good: a sentence for each reason of a game. */
export type GameReasons<Reason> = {
  [K in keyof Kinds<Reason>]: (fields: Kinds<Reason>[K], voice: Voice) => string;
};

/** A game's reasons, when it is known only by its name. */
export type AnyReasons = Record<string, ((fields: never, voice: Voice) => string) | undefined>;

/** The sentence for an event; `null` for one that is unknown or malformed. */
export function narrateEvent({ events }: AnySentences, event: unknown, voice: Voice): string | null {
  return narrateReason(events, event, voice);
}

/** The sentence for a reason; `null` for one that is unknown or malformed. */
export function narrateReason(reasons: AnyReasons, reason: unknown, voice: Voice): string | null {
  const [kind, fields] = Object.entries((reason ?? {}) as object)[0] ?? [];
  const sentence = kind !== undefined && Object.hasOwn(reasons, kind) ? reasons[kind] : undefined;
  return sentence ? attempt(() => sentence(fields as never, voice)) : null;
}

/** The sentence for a refusal of the game; `null` for an unknown code. */
export function narrateRefusal({ refusals }: AnySentences, code: string, view: unknown): string | null {
  const sentence = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  return sentence ? attempt(() => sentence(view as never)) : null;
}

// A newer server may send more than this page knows; its English sentence is shown then.
function attempt(sentence: () => string): string | null {
  try {
    return sentence();
  } catch {
    return null;
  }
}
