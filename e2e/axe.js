// Looks at a screen as people with other eyes do: axe in light and in dark, and whether anything sticks out at the side.
// With SHOTS=FOLDER every screen is also written there. Tests call `clean`; `look` is for those that collect what they find on
// many screens, and who drops its answer has tested nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// All rules, and two that are off unless asked for: what is seen on a button must be said of it as well, and links of one name
// lead to one place. Of the second axe is never sure, so that what it finds is incomplete in its words.
const SAME_NAME = 'identical-links-same-purpose';
const ALL = { rules: { 'label-content-name-mismatch': { enabled: true }, [SAME_NAME]: { enabled: true } } };
// The other theme has other colours and nothing else.
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** What is wrong with the screen, a sentence each. */
export async function look({ page, name }, screen) {
  const found = [];
  for (const [colorScheme, rules] of [
    ['dark', ALL],
    ['light', COLOURS],
  ]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`[data-theme="${colorScheme}"]`).waitFor();
    if (process.env.SHOTS) {
      const file = `${screen}-${name.split(' ')[0]}-${colorScheme}.png`.toLowerCase().replaceAll(' ', '_');
      await page.screenshot({ path: join(process.env.SHOTS, file) });
    }
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
    const { violations, incomplete } = await page.evaluate((rules) => window.axe.run(document, rules), rules);
    const unsure = incomplete.filter(({ id }) => id === SAME_NAME);
    for (const { id, help, nodes } of [...violations, ...unsure]) {
      found.push(
        `${screen}, ${colorScheme}: ${id} (${help}): ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`,
      );
    }
  }
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: innerWidth,
  }));
  if (wide > room) found.push(`${screen}: ${wide} pixels wide on a screen of ${room}`);
  return found;
}

/** Fails if anything is wrong with the screen. */
export async function clean(who, screen) {
  assert.deepEqual(await look(who, screen), []);
}
