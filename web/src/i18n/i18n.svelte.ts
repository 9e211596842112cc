// The words of the pages in the language of this browser. English is always there; others are loaded when wanted.
import { settings } from '../state/settings.svelte';
import type { Settings } from '../state/settings';
import { en } from './en';

export type Dictionary = typeof en;

const others: Partial<Record<Settings['locale'], () => Promise<Dictionary>>> = {
  sv: async () => (await import('./sv')).sv,
  zh: async () => (await import('./zh')).zh,
};

class I18n {
  t = $state.raw<Dictionary>(en);

  /** Follows the settings. Call it once, from the root. */
  start(): void {
    $effect(() => {
      const locale = settings.current.locale;
      const load = others[locale];
      if (!load) {
        this.t = en;
        return;
      }
      void load().then((dictionary) => {
        if (settings.current.locale === locale) this.t = dictionary;
      });
    });
  }
}

export const i18n = new I18n();
