// What was refused shakes its head.
import { tempo } from './tempo';

const KEYFRAMES = [0, -6, 5, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));

export function shake(element: Element | null | undefined): void {
  if (!element || tempo() !== 'full') return;
  element.animate(KEYFRAMES, { duration: 320, easing: 'ease-out', composite: 'add' });
}
