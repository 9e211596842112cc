// The keys of a board, in one place for all boards. They work wherever the focus is, but never while somebody types, while
// something lies over the table, or on a thing that has keys of its own.
import { tick } from 'svelte';

import { isCovered } from '../../parts/layers';
import { settings } from '../../state/settings.svelte';

/** What a board does with keys. What is left out, it does not have. */
export interface BoardKeys {
  /** The keys 1 to 9, and 0 as the tenth. */
  digit?(number: number): void;
  /** By letters in lower case: Caps Lock changes nothing. */
  letters?: Partial<Record<string, () => void>>;
  /** The arrow keys, while the focus is on the board or nowhere. Gives whether it moved something. */
  arrow?(key: string): boolean;
  /** What to do next. */
  enter?: (() => void) | undefined;
  /** Takes back what was marked. */
  escape?(): void;
}

const TYPED = 'input, textarea, select, [contenteditable="true"], dialog, [role="dialog"], [role="menu"]';
const PRESSED = 'button, a, summary';

/** Does what a key means for the board. */
export function pressBoardKey(event: KeyboardEvent, keys: BoardKeys, board: HTMLElement | undefined): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isCovered()) return;
  // A board that is a picture, or lies below something, hears nothing.
  if (board?.closest('[inert]')) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPED)) return;
  if (event.key.startsWith('Arrow')) {
    const isHere = target === null || target === document.body || (board?.contains(target) ?? false);
    if (isHere && keys.arrow?.(event.key)) event.preventDefault();
    return;
  }
  // A key that is held acts once.
  if (event.repeat) return;
  if (event.key === 'Enter') {
    if (keys.enter === undefined || target?.closest(PRESSED)) return;
    event.preventDefault();
    keys.enter();
  } else if (event.key === 'Escape') {
    keys.escape?.();
  } else if (settings.current.shortcuts) {
    const digit = digitOf(event.key);
    const act = digit === null ? keys.letters?.[event.key.toLowerCase()] : () => keys.digit?.(digit);
    if (act === undefined) return;
    act();
    void tick().then(() => focusNextStep(board));
  }
}

/** After a shortcut Enter means the next step, not what had the focus before. */
function focusNextStep(board: HTMLElement | undefined): void {
  if (!board?.contains(document.activeElement)) return;
  (board.querySelector<HTMLElement>('[data-primary]') ?? board).focus({ preventScroll: true });
}

/** A button that is held with Enter would be pressed again and again, and its successor with it. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** The number on a digit key, from 1 to 10; 0 is the tenth. */
function digitOf(key: string): number | null {
  if (!/^[0-9]$/.test(key)) return null;
  return key === '0' ? 10 : Number(key);
}
