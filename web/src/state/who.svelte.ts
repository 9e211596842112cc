// Taking a name, without standing in anybody's way: a friendly one is suggested and taken with the first thing done.
import { i18n } from '../i18n/i18n.svelte';
import { HttpError, UnreachableError } from '../net/http';
import { LostError, RefusedError } from '../net/messages';
import { server } from './server.svelte';
import { refusal } from '../narration/sentences.svelte';
import { suggestName } from './names';

const ATTEMPTS = 6;

const draw = (): number[] => [Math.random(), Math.random()];
/** One number after the other, as if they were drawn now. */
function taking(numbers: readonly number[]): () => number {
  const rest = [...numbers];
  return () => rest.shift() ?? 0;
}

class Who {
  /** What a suggestion is picked by: the words themselves follow the language, which is loaded after this file. */
  #picks = $state.raw(draw());
  #typed = $state<string | null>(null);
  readonly #suggested = $derived(suggestName(taking(this.#picks)));
  problem = $state('');
  busy = $state(false);

  /** What stands in the field. */
  get field(): string {
    return this.#typed ?? this.#suggested;
  }

  /** The person writes it themselves. */
  set field(name: string) {
    this.#typed = name;
    this.problem = '';
  }

  another(): void {
    this.#picks = draw();
    this.#typed = null;
    this.problem = '';
  }

  /** Makes sure that one has a name. False: it was refused, and `problem` says why. */
  async ensure(): Promise<boolean> {
    await server.reached();
    return server.name !== null || (await this.take(this.field));
  }

  /** Takes the name. One that was only suggested gives way to another if somebody has it. */
  async take(name: string): Promise<boolean> {
    const wanted = name.trim();
    const isSuggested = wanted === this.#suggested;
    if (wanted === '') {
      this.problem = i18n.t.name.empty;
      return false;
    }
    this.busy = true;
    this.problem = '';
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          await server.rename(attempt === 0 ? wanted : suggestName(Math.random, attempt));
          return true;
        } catch (error) {
          const again = error instanceof RefusedError && error.code === 'name_taken' && isSuggested;
          if (!again || attempt >= ATTEMPTS) throw error;
        }
      }
    } catch (error) {
      this.problem = reason(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** Why something did not work, for people. */
export function reason(error: unknown): string {
  if (error instanceof LostError) return i18n.t.connection.notSent;
  if (error instanceof UnreachableError) return i18n.t.connection.unreachable;
  if (error instanceof RefusedError || error instanceof HttpError) return refusal(error);
  return error instanceof Error ? error.message : String(error);
}

export const who = new Who();
