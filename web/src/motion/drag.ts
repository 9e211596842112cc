// Dragging with a mouse, a pen or a finger. What is dragged follows the pointer; what lies under it when it is let go
// says what happens. A drag that goes nowhere is a click, and clicks and keys do all that dragging does.
import { tempo } from './tempo';

const FAR_ENOUGH = 8;

export interface Draggable {
  /** Whether it can be dragged at all just now. */
  enabled: boolean;
  /** It was let go over the element with this `data-drop`. */
  drop(target: string): void;
  /** A drag began, or ended. */
  lifted?(up: boolean): void;
}

/** Makes an element draggable; given as an attachment. */
export function draggable(get: () => Draggable): (element: HTMLElement | SVGElement) => () => void {
  return (element) => {
    let start: { x: number; y: number; id: number } | null = null;
    let dragging = false;

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !get().enabled) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      // A quick hand leaves the element with the first movement: the rest is heard from the window.
      listen(true);
    }

    function move(event: PointerEvent): void {
      if (start === null || event.pointerId !== start.id) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (!dragging) {
        if (Math.hypot(x, y) < FAR_ENOUGH) return;
        dragging = true;
        element.classList.add('dragged');
        get().lifted?.(true);
      }
      element.style.translate = `${x}px ${y}px`;
    }

    function up(event: PointerEvent): void {
      if (start === null || event.pointerId !== start.id) return;
      const dropped = dragging && event.type === 'pointerup';
      finish();
      if (!dropped) return;
      swallowClick();
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      const target = under
        .map((found) => found.closest<HTMLElement>('[data-drop]'))
        .find((found) => found !== null);
      const name = target?.dataset.drop;
      if (name !== undefined) get().drop(name);
    }

    function finish(): void {
      start = null;
      listen(false);
      if (!dragging) return;
      dragging = false;
      element.classList.remove('dragged');
      const left = element.style.translate;
      element.style.translate = '';
      if (tempo() === 'full')
        element.animate([{ translate: left }, { translate: '0 0' }], { duration: 140, easing: 'ease-out' });
      get().lifted?.(false);
    }

    // The browser makes a click of the pointer going up; that one was a drop.
    function swallowClick(): void {
      const swallow = (event: Event) => {
        event.stopPropagation();
        event.preventDefault();
      };
      element.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
    }

    function listen(on: boolean): void {
      const change = on ? addEventListener : removeEventListener;
      change('pointermove', move);
      change('pointerup', up);
      change('pointercancel', up);
    }

    const source = element as HTMLElement;
    source.addEventListener('pointerdown', down);
    return () => {
      finish();
      source.removeEventListener('pointerdown', down);
    };
  };
}
