// People at a table: what each of them clicks at their turn, by what the page shows. They know no rules: what can be done
// is what stands out.

/** The board of the page. */
export const boardOf = (page) => page.locator('.board').first();

/** Waits for one's turn, or the end of the game; gives which of one's decisions is to be made, or nothing at the end. */
export async function yours(page) {
  const state = await page.waitForFunction(
    () => {
      if (document.querySelector('#result')) return 'over';
      const turn = document.querySelector('.board[data-yours="true"]');
      return turn && turn.closest('.surface').dataset.decision;
    },
    null,
    { timeout: 90_000, polling: 25 },
  );
  const decision = await state.jsonValue();
  return decision === 'over' ? null : decision;
}

/** Waits until the server has taken a decision. Others act too, but nobody else moves the number of one's own. */
export const taken = (page, decision) =>
  page.waitForFunction(
    (before) =>
      document.querySelector('#result') !== null ||
      document.querySelector('.surface').dataset.decision !== before,
    decision,
    { timeout: 60_000, polling: 25 },
  );

/** Makes one decision when it is time, by clicks, and waits until it is taken. Gives false when the game is over. */
export async function decideOnce(page, decide) {
  const decision = await yours(page);
  if (decision === null) return false;
  await decide(page);
  await taken(page, decision);
  return true;
}

/** Where the focus is: at the table (its board or its result), nowhere, or elsewhere. */
export const focusOf = (page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === document.body || element === null) return 'nothing';
    return element.closest('.board, [aria-labelledby="result"]') ? 'table' : element.className || element.id;
  });

/** Plays until the game is over. Gives the number of decisions. */
export async function playOut(page, decide) {
  let decisions = 0;
  while (await decideOnce(page, decide)) decisions += 1;
  return decisions;
}

/** Something that stands still may be pressed at once: with a finger where there is no mouse. */
async function click(locator, how = {}) {
  const page = locator.page();
  if (!(await isTouched(page))) return locator.click({ force: true, timeout: 20_000, ...how });
  // Two touches of one place in such a short time are a double touch, and the second is not meant for what came after.
  const { x, y } = (await locator.boundingBox()) ?? { x: 0, y: 0 };
  const last = touched.get(page);
  if (last && Math.hypot(last.x - x, last.y - y) < 48)
    await page.waitForTimeout(Math.max(0, last.at + DOUBLE - performance.now()));
  await locator.tap({ force: true, timeout: 20_000, ...how });
  touched.set(page, { x, y, at: performance.now() });
}
const DOUBLE = 320;
const touched = new WeakMap();

/** Cards of a full hand overlap: the corner with the index is always free. */
const clickCard = (locator) => click(locator, { position: { x: 10, y: 22 } });
const isThere = async (locator) => (await locator.count()) > 0;

/** Chicago: changes two cards in the first round and keeps all later, never calls, plays the first card that stands out. */
async function chicago(page) {
  const board = boardOf(page);
  if (await isThere(board.locator('[data-choice="no_chicago"]')))
    return click(board.locator('[data-choice="no_chicago"]'));
  if (await isThere(board.locator('[data-choice="take_open"]')))
    return click(board.locator('[data-choice="take_open"]'));
  const cards = board.locator('[data-card]');
  if (await isThere(board.locator('[data-choice="change"]'))) {
    if (await isThere(board.getByText('Round 1 ·'))) {
      await clickCard(cards.nth(0));
      await clickCard(cards.nth(1));
    }
    return click(board.locator('[data-choice="change"]'));
  }
  const playable = board.locator('[data-card]:has(.legal)').first();
  if (!(await isThere(board.locator('[data-choice="play"]')))) await clickCard(playable);
  return click(board.locator('[data-choice="play"]'));
}

/** Gomoku: the first free crossing of the upper row; a finger touches it twice. */
async function gomoku(page) {
  const board = boardOf(page);
  const crossing = board.locator('.crossing.free').first();
  await click(crossing);
  if (await isTouched(page)) return click(board.locator('[data-choice="place"]'));
}

/** Whether there is no mouse. It is asked once: a question takes a browser that is busy longer than the answer is worth. */
function isTouched(page) {
  if (!touches.has(page))
    touches.set(
      page,
      page.evaluate(() => matchMedia('(hover: none)').matches),
    );
  return touches.get(page);
}
const touches = new WeakMap();

/** Golf: turns the first two, then takes from the stock and puts it where a card is hidden. */
async function golf(page) {
  const board = boardOf(page);
  const own = board.locator('[data-cell]:not([disabled])');
  if (await isThere(board.locator('[data-choice="take_stock"]')))
    return click(board.locator('[data-choice="take_stock"]'));
  if (await isThere(board.locator('[data-held]'))) {
    const hidden = own.and(board.locator('[aria-label*="face down"]'));
    return click((await isThere(hidden)) ? hidden.first() : own.first());
  }
  await click(own.nth(0));
  if (!(await isThere(board.locator('[data-choice="reveal"]')))) await click(own.nth(1));
  return click(board.locator('[data-choice="reveal"]'));
}

/** Sorry!: draws, then does the first thing that can be done, on the board where it shows there. */
async function sorry(page) {
  const board = boardOf(page);
  const target = board.locator('[data-target]').first();
  return click((await isThere(target)) ? target : board.locator('[data-primary]'));
}

/** One Card: lays the first card that stands out, or draws. */
async function onecard(page) {
  const board = boardOf(page);
  const playable = board.locator('[data-card]:has(.legal)').first();
  if (!(await isThere(playable)))
    return click(board.locator('[data-choice="draw"], [data-choice="keep"]').first());
  await clickCard(playable);
  return click(board.locator('[data-choice="play"]'));
}

/** Any other game: the first of what can be done. */
const generic = (page) => click(boardOf(page).locator('[data-action]').first());

export const decide = { chicago, gomoku, golf, sorry, onecard };
export const decideFor = (game) => decide[game] ?? generic;
