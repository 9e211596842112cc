// Where on a board a choice is: what a better choice or a hint points at. Boards are not asked; the elements are those that
// people click.

/** An action as the server sends it. */
export type Choice = string | Record<string, unknown>;

export interface Suggestion {
  game: string;
  seat: number;
  action: Choice;
}

const cards = (codes: unknown): string[] =>
  (Array.isArray(codes) ? codes : [codes]).map((code) => `[data-card="${String(code)}"]`);

// The name that the board of golf gives a place.
const cell = (seat: unknown, place: unknown): string =>
  `[data-place="cell:${String(seat)}.${String(place)}"]`;

/** Selectors of what the action touches; none where the board shows nothing to touch. */
export function selectorsOf({ game, seat, action }: Suggestion): string[] {
  const [name, value] =
    typeof action === 'string' ? [action, null] : (Object.entries(action)[0] ?? ['', null]);
  switch (game) {
    case 'chicago':
      if (name === 'change' || name === 'play') return cards(value);
      return [`[data-choice="${name}"]`];
    case 'onecard':
      if (name === 'play' || name === 'lay') return cards(value);
      return name === 'draw' ? ['[data-place="stock"]'] : [];
    case 'gomoku': {
      const { x, y } = value as { x: number; y: number };
      return [`[data-at="${x},${y}"]`];
    }
    case 'golf':
      if (name === 'take_stock') return ['[data-place="stock"]'];
      if (name === 'take_discard' || name === 'throw_away') return ['[data-place="discard"]'];
      if (name === 'reveal') return (value as number[]).map((place) => cell(seat, place));
      if (name === 'steal') {
        const { from, card, own } = value as { from: number; card: number; own: number };
        return [cell(from, card), cell(seat, own)];
      }
      return [cell(seat, value)];
    case 'sorry':
      return [`[data-way='${JSON.stringify(action)}']`];
    default:
      return [];
  }
}

/** Marks what a suggestion points at inside the node, also after the board has drawn itself again. */
export function suggest(
  node: HTMLElement,
  suggestion: Suggestion | null,
): { update(next: Suggestion | null): void; destroy(): void } {
  let current = suggestion;
  function mark(): void {
    node.querySelectorAll('[data-suggested]').forEach((element) => element.removeAttribute('data-suggested'));
    if (!current) return;
    for (const selector of selectorsOf(current))
      node.querySelectorAll(selector).forEach((element) => element.setAttribute('data-suggested', ''));
  }
  const observer = new MutationObserver(mark);
  observer.observe(node, { childList: true, subtree: true });
  mark();
  return {
    update(next) {
      current = next;
      mark();
    },
    destroy: () => observer.disconnect(),
  };
}
