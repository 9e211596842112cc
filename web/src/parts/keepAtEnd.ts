// A list whose newest line is its last: it stays in sight until somebody scrolls away from it, also when the list gets
// another size, as that of a drawer that opens or a screen that is turned.
import type { Action } from 'svelte/action';

/** Nearer to the end than this is at the end. */
const NEAR = 40;

/** Keeps the end of a scrolling list in sight. `count` grows with its lines; `again` goes back to the end in any case. */
export const keepAtEnd: Action<HTMLElement, { count: number; again?: number }> = (list, given) => {
  let atEnd = true;
  let again = given.again;
  const toEnd = (): void => {
    if (atEnd) list.scrollTop = list.scrollHeight;
  };
  const scrolled = (): void => {
    atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  };
  list.addEventListener('scroll', scrolled, { passive: true });
  const resized = new ResizeObserver(toEnd);
  resized.observe(list);
  toEnd();
  return {
    update(next) {
      if (next.again !== again) atEnd = true;
      again = next.again;
      toEnd();
    },
    destroy() {
      list.removeEventListener('scroll', scrolled);
      resized.disconnect();
    },
  };
};
