// What happens and what is refused, in a language other than English. English is the house's own: its sentence comes with
// every event and every refusal.
import type { Kinds } from '../net/messages';

/** Who hears the sentence, and how the others are called. */
export interface Voice {
  you: number | null;
  name(seat: number): string;
}

/** A game in another language: a sentence for each of its events, and for each of its own refusals. */
export interface Teller<Event, Code extends string, View> {
  told: { [K in keyof Kinds<Event>]: (fields: Kinds<Event>[K], voice: Voice) => string };
  /** What was refused is said of what lies on the table: a code carries nothing else. */
  refused: Record<Code, (view: View) => string>;
}

/** A game's sentences, when it is known only by its name. */
export interface AnyTeller {
  told: Record<string, ((fields: never, voice: Voice) => string) | undefined>;
  refused: Record<string, ((view: never) => string) | undefined>;
}

/** The sentence for an event; nothing for one that is not known, or not as it should be. */
export function tell(teller: AnyTeller, event: unknown, voice: Voice): string | null {
  const [kind, fields] = Object.entries((event ?? {}) as object)[0] ?? [];
  const say = kind === undefined || !Object.hasOwn(teller.told, kind) ? undefined : teller.told[kind];
  return say ? attempt(() => say(fields as never, voice)) : null;
}

/** The sentence for a refusal of the game; nothing for a code that is not known. */
export function refuse(teller: AnyTeller, code: string, view: unknown): string | null {
  const say = Object.hasOwn(teller.refused, code) ? teller.refused[code] : undefined;
  return say ? attempt(() => say(view as never)) : null;
}

// A newer house may tell more than this page knows; the house's own sentence serves then.
function attempt(say: () => string): string | null {
  try {
    return say();
  } catch {
    return null;
  }
}
