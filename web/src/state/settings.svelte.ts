// The settings of this browser, applied to the page and remembered.
import { readSettings, type Settings } from './settings';
import { recall, remember } from './storage';

const KEY = 'parlor.settings';

class SettingsState {
  current = $state<Settings>(readSettings(recall(KEY), navigator.languages));
  #systemDark = $state(matchMedia('(prefers-color-scheme: dark)').matches);
  #systemStill = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  /** The theme that is shown. */
  readonly theme = $derived(
    this.current.theme === 'auto' ? (this.#systemDark ? 'dark' : 'light') : this.current.theme,
  );
  /** Whether things may move. */
  readonly moves = $derived(!this.#systemStill && this.current.speed !== 'off');

  set<K extends keyof Settings>(key: K, value: Settings[K]): void {
    this.current = { ...this.current, [key]: value };
    remember(KEY, JSON.stringify(this.current));
  }

  /** Keeps the page as the settings say, and two tabs alike. Call it once, from the root. */
  apply(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    dark.addEventListener('change', () => (this.#systemDark = dark.matches));
    still.addEventListener('change', () => (this.#systemStill = still.matches));
    addEventListener('storage', (event) => {
      if (event.key === KEY) this.current = readSettings(event.newValue, navigator.languages);
    });
    $effect(() => {
      const page = document.documentElement;
      page.dataset['theme'] = this.theme;
      page.dataset['background'] = this.current.background;
      page.dataset['cards'] = this.current.cards;
      page.dataset['back'] = this.current.back;
      page.dataset['font'] = this.current.font;
      page.dataset['motion'] = this.moves ? this.current.speed : 'off';
      page.lang = this.current.locale === 'zh' ? 'zh-Hans' : this.current.locale;
    });
  }
}

export const settings = new SettingsState();
