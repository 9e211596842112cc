// How many cards stand side by side in a hand, and how far apart.

export interface FanLayout {
  rows: number;
  perRow: number;
  /** From one card's left edge to the next one's. */
  step: number;
}

/** A finger needs so much of a card. */
export const LEAST_STEP = 24;
const GAP = 8;

/**
 * Cards stand apart while there is room, then overlap as long as the index of each can be read and touched, then take
 * more rows.
 */
export function fanLayout(count: number, width: number, cardWidth: number): FanLayout {
  const apart = cardWidth + GAP;
  if (count <= 1 || width <= cardWidth) return { rows: Math.max(count, 1), perRow: 1, step: apart };
  const least = Math.max(LEAST_STEP, cardWidth * 0.36);
  const most = Math.max(1, Math.floor((width - cardWidth) / least) + 1);
  const rows = Math.ceil(count / most);
  const perRow = Math.ceil(count / rows);
  const step = perRow === 1 ? apart : Math.min(apart, (width - cardWidth) / (perRow - 1));
  return { rows, perRow, step };
}
