// Taking a name, without standing in anybody's way: a friendly one is suggested and taken with the first thing done.
import { i18n } from '../i18n/i18n.svelte';
import { UnreachableError } from '../net/http';
import { LostError, RefusedError } from '../net/messages';
import { server } from './server.svelte';
import { refusal } from '../narration/sentences.svelte';
import { suggestName } from './names';

const ATTEMPTS = 6;

class Who {
  /** What stands in the field. */
  field = $state(suggestName(Math.random));
  /** Whether the person wrote it themselves. */
  own = $state(false);
  problem = $state('');
  busy = $state(false);

  another(): void {
    this.field = suggestName(Math.random);
    this.own = false;
    this.problem = '';
  }

  typed(): void {
    this.own = true;
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
          const again = error instanceof RefusedError && error.code === 'name_taken' && !this.own;
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
  if (error instanceof RefusedError) return refusal(error);
  return error instanceof Error ? error.message : String(error);
}

export const who = new Who();
