// What can be wrong with a board at a size of the screen: measured in the page.

/** In the page: what is too small, cut off, or lies over something else. `least`: how wide things are at least. */
export function complaints(least = {}) {
  /** How much of the shorter side of the table a square board takes at least, everything around it counted. */
  const MIN_SHARE = 0.85;
  const found = [];
  const board = document.querySelector('.board');
  for (const [selector, size] of Object.entries(least)) {
    const { width } = board.querySelector(selector)?.getBoundingClientRect() ?? { width: 0 };
    if (Math.round(width) < size) found.push(`${selector} is ${Math.round(width)} wide, not ${size}`);
  }
  const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const plates = [...board.querySelectorAll('.plate')].filter(isSeen);
  const seats = new Set(plates.map((plate) => plate.dataset.seat));
  if (!plates.some((plate) => plate.classList.contains('own'))) found.push('the own plate is not there');
  for (const plate of plates) {
    const name = plate.querySelector('.name');
    if (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2)
      found.push(`the name of ${name.textContent} is cut off`);
  }
  const name = (part) => `${part.className} ${part.textContent.trim().replace(/\s+/g, ' ').slice(0, 24)}`;
  for (const words of board.querySelectorAll(
    '.hint span, .buttons button, .caption, .count, .line, .phase, .plate .second, .about',
  )) {
    if (isSeen(words) && words.scrollWidth > words.clientWidth + 1 && words.clientWidth > 0)
      found.push(`${name(words)} is cut off`);
  }
  // Parts of the table that must not touch each other. Cards of one hand may.
  const parts = [
    ...plates,
    ...board.querySelectorAll(
      '.hint, .buttons button, [data-stage], .fan, .layout, [data-awards], .line, .caption, .count, .order',
    ),
    document.querySelector('.surface .corner .clock'),
  ].filter((part) => part && isSeen(part) && (!part.matches('.fan') || part.querySelector('.slot')));
  /** A hand is as wide as its cards, not as its row. */
  const boxOf = (part) => {
    if (!part.classList.contains('fan')) return part.getBoundingClientRect();
    const cards = [...part.querySelectorAll('.slot')].map((card) => card.getBoundingClientRect());
    const all = (side, pick) => pick(...cards.map((card) => card[side]));
    return {
      left: all('left', Math.min),
      right: all('right', Math.max),
      top: all('top', Math.min),
      bottom: all('bottom', Math.max),
    };
  };
  const table = document.querySelector('.surface').getBoundingClientRect();
  for (const [index, one] of parts.entries()) {
    const a = boxOf(one);
    if (
      a.left < table.left - 1 ||
      a.right > table.right + 1 ||
      a.top < table.top - 1 ||
      a.bottom > table.bottom + 1
    )
      found.push(`${name(one)} leaves the table`);
    for (const other of parts.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = boxOf(other);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`${name(one)} lies over ${name(other)}`);
    }
  }
  const covers = (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return (
      box &&
      box.top < table.bottom &&
      box.bottom > table.top &&
      box.right > table.left &&
      box.left < table.right
    );
  };
  if (covers('[aria-labelledby="result"]')) found.push('the result covers the table');
  if (covers('main [role="note"]')) found.push('the tip for a first game covers the table');
  // A square board takes the shorter side of the table, its margin left out.
  const square = board.querySelector('.square[data-stage]')?.getBoundingClientRect();
  const room = board.querySelector('.table').getBoundingClientRect();
  const share = square ? square.width / Math.min(room.width, room.height) : 1;
  // A tip or a result takes its room beside or below the table.
  const isShared = document.querySelector('main [role="note"], [aria-labelledby="result"]') !== null;
  if (share < MIN_SHARE && !isShared) found.push(`the board takes ${Math.round(100 * share)} % of the table`);
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  return { found, seats: seats.size };
}

/** Phones that lie on their side. */
export const LYING_PHONES = [
  [640, 360],
  [844, 390],
];

/** Two frames: a hand measures itself in the first. */
export const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What is wrong at each of these sizes, a sentence each. */
export async function lookAt(page, sizes, what = '', leastAt = () => ({})) {
  const all = [];
  for (const [index, [width, height]] of sizes.entries()) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const { found } = await page.evaluate(complaints, leastAt(index));
    all.push(...found.map((complaint) => `${what} ${width}×${height}: ${complaint}`));
  }
  return all;
}
