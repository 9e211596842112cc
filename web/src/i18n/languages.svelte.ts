// Words that are loaded with what says them, such as a board, in the language of this browser. English is always there;
// others are loaded when wanted, and English stands until they have come.
import { SvelteMap } from 'svelte/reactivity';

import type { Settings } from '../state/settings';
import { settings } from '../state/settings.svelte';

type Locale = Settings['locale'];
type Others<Words> = Partial<Record<Locale, () => Promise<{ words: Words }>>>;

/** Files that are on their way. Nothing is drawn from it. */
let coming: Promise<unknown>[] = [];

function track<Result>(promise: Promise<Result>): Promise<Result> {
  coming.push(promise);
  void promise.finally(() => (coming = coming.filter((other) => other !== promise)));
  return promise;
}

/** Waits until all words that were asked for so far are here, or will not come. */
export async function languagesLoaded(): Promise<void> {
  while (coming.length > 0) await Promise.all(coming);
}

/** Reads like the English words, and says them in the language that is set. */
export function inLanguages<Words extends object>(english: Words, others: Others<Words>): Words {
  const loaded = new SvelteMap<Locale, Words>();
  const asked: Partial<Record<Locale, Promise<unknown> | undefined>> = {};

  function current(): Words {
    const locale = settings.current.locale;
    const load = others[locale];
    if (!load) return english;
    asked[locale] ??= track(
      load()
        .then(({ words }) => loaded.set(locale, words))
        // Without a network the page stays English.
        .catch(() => (asked[locale] = undefined)),
    );
    return loaded.get(locale) ?? english;
  }
  return new Proxy(english, { get: (_, key) => Reflect.get(current(), key) as unknown });
}
