// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';

import { settings } from '../state/settings.svelte';
import { inLanguages } from './languages.svelte';

describe('words in languages', () => {
  const english = { hello: 'Hello', cards: (count: number) => `${count} cards` };

  it('are English until the others have come, and then say it in theirs', async () => {
    const words = inLanguages(english, {
      sv: async () => ({ words: { hello: 'Hej', cards: (count) => `${count} kort` } }),
    });
    expect(words.hello).toBe('Hello');
    settings.set('locale', 'sv');
    expect(words.hello).toBe('Hello');
    await vi.waitFor(() => expect(words.hello).toBe('Hej'));
    expect(words.cards(3)).toBe('3 kort');
    settings.set('locale', 'zh');
    expect(words.hello).toBe('Hello');
    settings.set('locale', 'en');
  });

  it('stay English if the others cannot be loaded, and are asked for again', async () => {
    let tries = 0;
    const words = inLanguages(english, {
      sv: async () => {
        tries += 1;
        if (tries === 1) throw new Error('no network');
        return { words: { hello: 'Hej', cards: english.cards } };
      },
    });
    settings.set('locale', 'sv');
    expect(words.hello).toBe('Hello');
    await vi.waitFor(() => expect(words.hello).toBe('Hej'));
    expect(tries).toBe(2);
    settings.set('locale', 'en');
  });
});
