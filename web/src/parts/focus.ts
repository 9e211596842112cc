// The focus is never lost: when what had it goes away or can no longer be pressed, the next best thing gets it. Without
// that a keyboard begins again at the top of the page, and a screen reader is nowhere.

/** What on a board names one thing over updates that draw it anew. */
const NAMES = ['data-choice', 'data-card', 'data-cell', 'data-at', 'data-pile', 'data-action', 'data-target'];
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]:not([tabindex="-1"])';

/** Where the focus was: enough to find its successor when the element is gone. */
interface Trail {
  element: HTMLElement;
  /** From the nearest to the root. */
  ancestors: HTMLElement[];
  board: HTMLElement | null;
  names: string[];
  isCard: boolean;
  /** Its place among the cards of the hand. */
  index: number;
}

function trailOf(element: HTMLElement): Trail {
  const ancestors: HTMLElement[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) ancestors.push(parent);
  const isCard = element.hasAttribute('data-card');
  return {
    element,
    ancestors,
    board: element.closest<HTMLElement>('.board'),
    names: NAMES.flatMap((name) => {
      const value = element.getAttribute(name);
      return value === null ? [] : [`[${name}="${CSS.escape(value)}"]`];
    }),
    isCard,
    index: isCard ? [...(element.parentElement?.children ?? [])].indexOf(element) : 0,
  };
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function firstUsable(elements: Iterable<HTMLElement>): HTMLElement | undefined {
  for (const element of elements)
    if (isUsable(element) && element.closest('[inert]') === null) return element;
  return undefined;
}

/** On a board: the same thing drawn anew, else the next card of the hand, else what to do next, else the board. */
function onBoard({ names, isCard, index }: Trail, board: HTMLElement): HTMLElement {
  const all = (selector: string) => board.querySelectorAll<HTMLElement>(selector);
  const cards = isCard ? [...all('[data-card]')] : [];
  return (
    firstUsable(names.flatMap((name) => [...all(name)])) ??
    firstUsable([cards[Math.min(index, cards.length - 1)]].filter((card) => card !== undefined)) ??
    firstUsable(all('[data-primary]')) ??
    firstUsable(all('[data-choice]')) ??
    firstUsable(all(FOCUSABLE)) ??
    board
  );
}

function successorOf(trail: Trail): HTMLElement | null {
  const board = trail.board?.isConnected ? trail.board : null;
  if (board) return onBoard(trail, board);
  if (trail.board) {
    const drawnAnew = document.querySelector<HTMLElement>('.board');
    if (drawnAnew) return onBoard(trail, drawnAnew);
  }
  const content = document.getElementById('content');
  for (const ancestor of trail.ancestors) {
    if (!ancestor.isConnected || ancestor === content || ancestor.contains(content)) continue;
    if (ancestor.hasAttribute('tabindex')) return ancestor;
    const near = firstUsable(ancestor.querySelectorAll<HTMLElement>(FOCUSABLE));
    if (near) return near;
  }
  return content;
}

/** Watches over the focus. Call it once, from the root. */
export function keepFocus(): void {
  let trail: Trail | null = null;

  function check(): void {
    if (trail === null) return;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement !== trail.element) return;
    if (isUsable(trail.element)) {
      // It is still there: the person clicked beside it.
      if (activeElement !== trail.element && document.hasFocus()) trail = null;
      return;
    }
    successorOf(trail)?.focus({ preventScroll: true });
  }

  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target !== document.body) trail = trailOf(target);
  });
  addEventListener('focusout', ({ relatedTarget }) => {
    // An element that is taken away says so before the page has changed.
    if (relatedTarget === null) queueMicrotask(check);
  });
  new MutationObserver(check).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'inert'],
  });
}

/** Another page was opened: it begins at its content, also if that is still being loaded. */
export function focusContent(): void {
  const begin = (): boolean => {
    const content = document.getElementById('content');
    content?.focus({ preventScroll: true });
    return content !== null;
  };
  if (begin()) return;
  const observer = new MutationObserver(() => {
    if (begin()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
