// A closer look at the board with fingers: two of them pinch, one moves what is larger than its place.

export const MAX_SCALE = 2.6;
/** A finger that moved less than this many pixels meant what is below it. */
const STILL_PX = 10;

interface Point {
  x: number;
  y: number;
}

/** How large the board is drawn, and where: the offsets are parts of its own side. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** Keeps the board over its place: no edge comes inside. */
export function held({ scale, x, y }: View): View {
  const size = Math.min(Math.max(scale, 1), MAX_SCALE);
  const within = (offset: number) => Math.min(0, Math.max(1 - size, offset));
  return { scale: size, x: within(x), y: within(y) };
}

/** The same board in another size, with this point (in parts of the place) where it was. */
export function scaledAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE);
  const grown = scale / view.scale;
  return held({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown });
}

export class Zoom {
  view = $state.raw<View>(WHOLE);
  readonly #fingers: { id: number; start: Point; now: Point }[] = [];
  #moved = false;
  #place: DOMRect | null = null;

  /** Whether the fingers mean the board as a whole, not what is below them. */
  get moves(): boolean {
    return this.#moved || this.#fingers.length > 1;
  }

  /** Looks closer at a point, or at the whole again. */
  toggle(at: Point = { x: 0.5, y: 0.5 }): void {
    this.view = this.view.scale > 1 ? WHOLE : scaledAt(this.view, 2, at);
  }

  down(event: PointerEvent, place: DOMRect): void {
    const point = { x: event.clientX, y: event.clientY };
    if (this.#fingers.length === 0) this.#moved = false;
    this.#place = place;
    this.#fingers.push({ id: event.pointerId, start: point, now: point });
  }

  move(event: PointerEvent): void {
    const finger = this.#fingers.find(({ id }) => id === event.pointerId);
    const place = this.#place;
    if (!finger || !place) return;
    const before = finger.now;
    finger.now = { x: event.clientX, y: event.clientY };
    const other = this.#fingers.find(({ id }) => id !== event.pointerId);
    const by = { x: (finger.now.x - before.x) / place.width, y: (finger.now.y - before.y) / place.height };
    if (other) {
      this.#moved = true;
      const apart = (point: Point) => Math.hypot(point.x - other.now.x, point.y - other.now.y);
      const middle = {
        x: ((finger.now.x + other.now.x) / 2 - place.left) / place.width,
        y: ((finger.now.y + other.now.y) / 2 - place.top) / place.height,
      };
      const scaled = scaledAt(this.view, apart(finger.now) / Math.max(1, apart(before)), middle);
      this.view = held({ ...scaled, x: scaled.x + by.x / 2, y: scaled.y + by.y / 2 });
    } else if (this.view.scale > 1) {
      const { start, now } = finger;
      this.#moved ||= Math.hypot(now.x - start.x, now.y - start.y) > STILL_PX;
      if (this.#moved) this.view = held({ ...this.view, x: this.view.x + by.x, y: this.view.y + by.y });
    }
  }

  /** A finger left; returns whether it meant what is below it. */
  up(event: PointerEvent): boolean {
    const index = this.#fingers.findIndex(({ id }) => id === event.pointerId);
    if (index < 0) return false;
    const meant = !this.moves;
    this.#fingers.splice(index, 1);
    return meant;
  }
}
