// Pawns hop square by square.
import { EASE, FADE_MS, HOP_MS, LONGEST_HOPS_MS, paced, tempo } from './tempo';

export interface Point {
  x: number;
  y: number;
}

/** How long a walk over so many points takes. */
export function walkTime(hops: number): number {
  return Math.min(hops * HOP_MS, LONGEST_HOPS_MS);
}

/** The stations of a walk, with a little jump before each landing. Points are relative to the last one. */
export function walkFrames(path: readonly Point[], height: number): { transform: string; offset: number }[] {
  const last = path[path.length - 1];
  if (last === undefined || path.length < 2) return [];
  const hops = path.length - 1;
  const at = ({ x, y }: Point, lift: number) => `translate(${x - last.x}px, ${y - last.y - lift}px)`;
  const frames = [{ transform: at(path[0] as Point, 0), offset: 0 }];
  for (let hop = 1; hop <= hops; hop++) {
    const from = path[hop - 1] as Point;
    const to = path[hop] as Point;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    frames.push({ transform: at(middle, height), offset: (hop - 0.5) / hops });
    frames.push({ transform: at(to, 0), offset: hop / hops });
  }
  return frames;
}

/** Lets an element hop along the points, of which the last is where it is already. */
export function hop(element: Element, path: readonly Point[], height: number, delay = 0): Animation | null {
  if (path.length < 2) return null;
  if (tempo() === 'still') return fade(element);
  const duration = paced(walkTime(path.length - 1));
  return element.animate(walkFrames(path, height), { duration, delay: paced(delay), fill: 'backwards' });
}

/** Lets an element glide in one go, for bumps and changed places. */
export function glide(element: Element, from: Point, to: Point, delay = 0): Animation {
  if (tempo() === 'still') return fade(element);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  return element.animate([{ transform: start }, { transform: 'none' }], {
    duration: paced(420),
    delay: paced(delay),
    easing: EASE,
    fill: 'backwards',
  });
}

function fade(element: Element): Animation {
  return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
}
