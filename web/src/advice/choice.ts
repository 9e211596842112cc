// A choice in words.
import type { Choice } from './suggest';
import { words } from './words';

type Say = string | ((value: never, name: string) => string);

/** What the action is called in the language of this browser; `otherwise` for games that have no words for it. */
export function choiceWords(
  game: string,
  action: Choice,
  names: readonly string[],
  otherwise: string,
): string {
  const [name, value] =
    typeof action === 'string' ? [action, null] : (Object.entries(action)[0] ?? ['', null]);
  const all = words.choices as unknown as Record<string, Record<string, Say> | undefined>;
  const say = all[game]?.[name];
  if (say === undefined) return otherwise;
  if (typeof say === 'string') return say;
  const who = typeof value === 'number' ? (names[value] ?? '') : '';
  return say(value as never, who);
}
