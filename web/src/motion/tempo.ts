// How fast things move. The page says so by `data-motion` on the root: `slow`, `normal`, `fast` or `off`; where it says
// nothing, the system's wish for less motion is followed.

/** `still`: nothing travels, what changes fades over. */
export type Tempo = 'full' | 'still';

export const CARD_MS = 220;
export const DEAL_GAP_MS = 40;
export const HOP_MS = 70;
export const LONGEST_HOPS_MS = 600;
export const GATHER_AFTER_MS = 700;
export const FADE_MS = 80;
export const EASE = 'cubic-bezier(.22,.8,.3,1)';

const SPEEDS: Record<string, number> = { slow: 0.6, normal: 1, fast: 1.8 };

export function tempo(): Tempo {
  const said = document.documentElement.dataset.motion;
  if (said === 'off') return 'still';
  if (said !== undefined && said in SPEEDS) return 'full';
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'still' : 'full';
}

/** So many milliseconds at the speed that was set. */
export function paced(milliseconds: number): number {
  return milliseconds / (SPEEDS[document.documentElement.dataset.motion ?? 'normal'] ?? 1);
}
