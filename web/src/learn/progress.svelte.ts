// Which lessons are solved: the server knows it of a person; before one has a name, this browser does, and hands it over
// with the name.
import { SvelteSet } from 'svelte/reactivity';

import { getJson, postJson } from '../net/http';
import { server } from '../state/server.svelte';
import { recall, remember } from '../state/storage';
import { allLessons, keyOf } from './lessons';

const KEY = 'parlor.lessons';
const LESSON = /^[a-z_]{1,20}\/[a-z-]{1,60}$/;

const keysIn = (text: string | null): string[] => (text ?? '').split(' ').filter((key) => LESSON.test(key));

/** What a browser remembers, with one more. */
export const withKeys = (text: string | null, key: string): string =>
  [...keysIn(text).filter((known) => known !== key), key].join(' ');

class Progress {
  readonly solved = new SvelteSet<string>(keysIn(recall(KEY)));

  has(key: string): boolean {
    return this.solved.has(key);
  }

  /** A lesson is solved. What the server does not take now is handed over later. */
  async add(key: string): Promise<void> {
    this.solved.add(key);
    remember(KEY, withKeys(recall(KEY), key));
    await this.sync();
  }

  /** Brings what the server knows of this person, and hands over what only the browser knows. */
  async sync(): Promise<void> {
    if (server.name === null) return;
    try {
      const here = keysIn(recall(KEY));
      const known = new Set(
        (await allLessons()).flatMap(({ game, lessons }) => lessons.map(({ id }) => keyOf(game, id))),
      );
      const fresh = here.filter((key) => known.has(key));
      const answer =
        fresh.length > 0
          ? await postJson('/api/lessons/progress', { solved: fresh })
          : await getJson('/api/lessons/progress');
      const { solved } = answer as { solved: string[] };
      // Stored with the person: the next one at this browser begins anew.
      const late = keysIn(recall(KEY)).filter((key) => !here.includes(key));
      remember(KEY, late.length > 0 ? late.join(' ') : null);
      this.solved.clear();
      for (const key of [...solved, ...late]) this.solved.add(key);
    } catch {
      // It stays in the browser until the server can be reached.
    }
  }
}

export const progress = new Progress();
