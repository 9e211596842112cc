// What lies over the page: a drawer, a question. Keys belong to the topmost, and Escape closes one thing.

const open: (() => void)[] = [];

/** Something was opened; gives what takes it from the stack again. */
export function openLayer(close: () => void): () => void {
  const layer = () => close();
  open.push(layer);
  return () => {
    const index = open.indexOf(layer);
    if (index >= 0) open.splice(index, 1);
  };
}

/** Whether something lies over the page, so that its keys are not for what is below. */
export function isCovered(): boolean {
  return open.length > 0;
}

/** Lets Escape close the topmost. Call it once, from the root. */
export function closeWithEscape(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const close = open.at(-1);
      if (close === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
    { capture: true },
  );
}
