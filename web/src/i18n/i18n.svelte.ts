// The words of the pages in the language of this browser. English is always there; others are loaded when wanted.
import { settings } from '../state/settings.svelte';
import type { Settings } from '../state/settings';
import { en } from './en';

export type Dictionary = typeof en;

const others: Partial<Record<Settings['locale'], () => Promise<Dictionary>>> = {
  sv: async () => (await import('./sv')).sv,
  zh: async () => (await import('./zh')).zh,
};

/** The page does not wait longer than this for its language. */
const FIRST_WAIT_MS = 2000;

class I18n {
  t = $state.raw<Dictionary>(en);

  /** Loads the language of the settings, before the page is shown; English is there at once. */
  async first(): Promise<void> {
    const load = others[settings.current.locale];
    if (!load) return;
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), FIRST_WAIT_MS));
    // Without a network the page stays English.
    const dictionary = await Promise.race([load(), late]).catch(() => null);
    if (dictionary) this.t = dictionary;
  }

  /** Follows the settings. Call it once, from the root. */
  start(): void {
    $effect(() => {
      const locale = settings.current.locale;
      const load = others[locale];
      if (!load) {
        this.t = en;
        return;
      }
      load()
        .then((dictionary) => {
          if (settings.current.locale === locale) this.t = dictionary;
        })
        // Without a network the page stays as it is.
        .catch(() => undefined);
    });
  }
}

export const i18n = new I18n();
