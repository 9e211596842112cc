// Things move from where they were to where they are.
//
// An element with `data-flip="key"` is followed by its key: before an update its place is noted, after it a copy flies
// from there to the new place. A key that was nowhere before comes from where the element with that `data-place` was (the
// stock, a player's plate) if `data-from` names one, or appears. Only transforms and opacity of copies are animated: the page itself is at its end at
// once, can be clicked at once, and the next update ends all flights.
import { CARD_MS, DEAL_GAP_MS, EASE, FADE_MS, paced, tempo } from './tempo';

interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A flight, without the page: from which spot to which, and when. */
export interface Flight {
  key: string;
  from: Spot;
  to: Spot;
  delay: number;
}

/**
 * Which elements have to fly: those that are elsewhere than before, and new ones that come from somewhere. New ones
 * follow each other as cards that are dealt.
 */
export function flights(
  before: ReadonlyMap<string, Spot>,
  after: readonly { key: string; spot: Spot; from: Spot | null }[],
): Flight[] {
  let dealt = 0;
  const found: Flight[] = [];
  for (const { key, spot, from } of after) {
    const old = before.get(key);
    if (old !== undefined) {
      if (moved(old, spot)) found.push({ key, from: old, to: spot, delay: 0 });
    } else if (from !== null && moved(from, spot)) {
      found.push({ key, from, to: spot, delay: dealt++ * DEAL_GAP_MS });
    }
  }
  return found;
}

function moved(one: Spot, other: Spot): boolean {
  // What is not shown has no size, and neither comes nor goes.
  if (one.width === 0 || other.width === 0) return false;
  return (
    Math.abs(one.left - other.left) > 2 ||
    Math.abs(one.top - other.top) > 2 ||
    Math.abs(one.width - other.width) > 2
  );
}

/**
 * The movement that begins at `from` and ends where the element is. What comes from a thing of its own shape begins with
 * that thing's size; what comes from something else, such as a player's plate, comes out of its middle and keeps its own.
 */
export function departure(from: Spot, to: Spot): string {
  if (!isAlike(from, to)) {
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    return `translate(${x}px, ${y}px) scale(1)`;
  }
  const scale = to.width === 0 ? 1 : from.width / to.width;
  return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`;
}

function isAlike(one: Spot, other: Spot): boolean {
  return Math.abs(one.width * other.height - other.width * one.height) <= 0.2 * one.width * other.height;
}

/** The flights of one board. */
export class Flights {
  private before = new Map<string, Spot>();
  private running: Animation[] = [];
  private copies: HTMLElement[] = [];
  private armed = false;

  /** Ends what still flies and notes where everything is. To be called before the page changes. */
  note(root: HTMLElement | undefined): void {
    this.land();
    this.before.clear();
    this.armed = root !== undefined;
    for (const element of keyedElements(root)) this.before.set(keyOf(element), spotOf(element));
    for (const element of root?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
      this.before.set(placeKey(element.dataset.place ?? ''), spotOf(element));
    }
  }

  /** Lets everything fly that is somewhere else now. To be called after the page has changed. */
  fly(root: HTMLElement | undefined, layer: HTMLElement | undefined): void {
    if (!this.armed || root === undefined || layer === undefined) return;
    const elements = new Map<string, HTMLElement>();
    const after: { key: string; spot: Spot; from: Spot | null }[] = [];
    for (const element of keyedElements(root)) {
      const key = keyOf(element);
      elements.set(key, element);
      after.push({ key, spot: spotOf(element), from: this.originOf(root, element) });
    }
    const origin = layer.getBoundingClientRect();
    for (const flight of flights(this.before, after)) {
      const element = elements.get(flight.key);
      if (element) this.start(element, flight, layer, origin);
    }
  }

  /** Puts everything where it belongs. */
  land(): void {
    for (const animation of this.running) animation.cancel();
    for (const copy of this.copies) copy.remove();
    this.running = [];
    this.copies = [];
  }

  private originOf(root: HTMLElement, element: HTMLElement): Spot | null {
    const name = element.dataset.from;
    if (name === undefined) return null;
    const noted = this.before.get(placeKey(name)) ?? this.before.get(name);
    if (noted) return noted;
    const source = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`);
    return source ? spotOf(source) : null;
  }

  private start(element: HTMLElement, flight: Flight, layer: HTMLElement, origin: DOMRect): void {
    if (tempo() === 'still') {
      this.running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS }));
      return;
    }
    const copy = copyOf(element, flight.to, origin);
    layer.append(copy);
    this.copies.push(copy);
    const timing = {
      duration: paced(CARD_MS),
      delay: paced(flight.delay),
      easing: EASE,
      fill: 'both' as const,
    };
    const hidden = element.animate([{ opacity: 0 }, { opacity: 0 }], { ...timing, fill: 'backwards' });
    const animation = copy.animate(
      [{ transform: departure(flight.from, flight.to) }, { transform: 'none' }],
      timing,
    );
    // The copy goes only when the page shows the real thing again.
    animation.onfinish = () => copy.remove();
    this.running.push(hidden, animation);
  }
}

function keyedElements(root: HTMLElement | undefined): HTMLElement[] {
  return root ? [...root.querySelectorAll<HTMLElement>('[data-flip]')] : [];
}

/** Places are noted beside the things that fly, under names of their own. */
function placeKey(name: string): string {
  return `place ${name}`;
}

function keyOf(element: HTMLElement): string {
  return element.dataset.flip ?? '';
}

/** Where an element is, with its own size: the box around one that is turned is larger than what is seen. */
function spotOf(element: HTMLElement): Spot {
  const box = element.getBoundingClientRect();
  const isTurned = element.style.rotate !== '' && element.style.rotate !== '0deg';
  const width = isTurned ? element.offsetWidth : box.width;
  const height = isTurned ? element.offsetHeight : box.height;
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - height) / 2,
    width,
    height,
  };
}

/** A copy for the eye alone: nothing in it can be found, focused or heard. */
function copyOf(element: HTMLElement, spot: Spot, origin: DOMRect): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const node of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const name of ['id', 'role', 'aria-label', 'tabindex', 'data-flip', 'data-from', 'data-card']) {
      node.removeAttribute(name);
    }
  }
  Object.assign(copy.style, {
    position: 'absolute',
    left: `${spot.left - origin.left}px`,
    top: `${spot.top - origin.top}px`,
    width: `${spot.width}px`,
    height: `${spot.height}px`,
    margin: '0',
    transform: 'none',
    transformOrigin: '0 0',
    transition: 'none',
    willChange: 'transform',
    pointerEvents: 'none',
  });
  copy.style.setProperty('--card-w', `${spot.width}px`);
  return copy;
}

/** Sends elements away to where another one is; when they have arrived, they are gone. Nothing travels if it must not. */
export async function sendAway(elements: Iterable<Element>, target: Element | null): Promise<void> {
  const animations = [...elements].map((element) => {
    if (tempo() === 'still' || target === null) {
      return element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, fill: 'forwards' });
    }
    const [from, to] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    return element.animate([{}, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 }], {
      duration: paced(CARD_MS * 1.4),
      easing: 'ease-in',
      fill: 'forwards',
    });
  });
  // An element that an update takes away ends its flight, too.
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
