// What a screen reader is given to say, from the first moment of a page on.

/** Notes every announcement of the pages that are opened in a context from now on. */
export const listen = (context) =>
  context.addInitScript(() => {
    window.heard = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          // A line that is added, or the whole place with its first lines.
          const lines = node.parentElement?.matches('[data-announcer]')
            ? [node]
            : node.querySelectorAll('[data-announcer] > *');
          for (const line of lines)
            window.heard.push({ text: line.textContent.trim(), at: performance.now() });
        }
    }).observe(document, { childList: true, subtree: true });
  });

/** What was announced since the page was opened: each time, with when. */
export const heard = (page) => page.evaluate(() => window.heard.filter(({ text }) => text !== ''));

/** Sentences of others wait this long for each other, as `announcements.ts` says. */
export const BUNDLE_MS = 1500;

/**
 * How many announcements a game may have: one for each decision of one's own with what led to it, one for the end, and
 * one for each time that the others take long.
 */
export function mostAnnouncements(announcements, decisions) {
  const lasted = announcements.length === 0 ? 0 : announcements.at(-1).at - announcements[0].at;
  return decisions + 2 + Math.ceil(lasted / BUNDLE_MS);
}
