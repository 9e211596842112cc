// Keys of a board. They work wherever the focus is, but never while somebody types or a dialog is open.

/** Whether a key belongs to the board and not to a text field or to the button that has the focus. */
export function isForBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as HTMLElement | null;
  if (target === null || typeof target.closest !== 'function') return true;
  if (
    target.closest(
      'input, textarea, select, [contenteditable="true"], dialog, [role="dialog"], [role="menu"]',
    )
  )
    return false;
  const presses = event.key === 'Enter' || event.key === ' ';
  return !(presses && target.closest('button, a, summary'));
}

/** The number on a digit key, from 1 to 10; 0 is the tenth. */
export function digitOf(event: KeyboardEvent): number | null {
  if (!/^[0-9]$/.test(event.key)) return null;
  return event.key === '0' ? 10 : Number(event.key);
}
