// A page of another build than the server's is loaded again: by itself at most once for each reason.

const KEY = 'parlor.reloaded';
const PART_KEY = 'parlor.reloadedForPart';

/** How long a page is not loaded again for a part that cannot be loaded. */
const PART_AGAIN_MS = 10 * 60 * 1000;

/** The build of this page; nothing where it was not built. */
export function ownBuild(): string | null {
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
  return /^[0-9a-f]{16}$/.test(build) ? build : null;
}

/**
 * Reloads the page, unless it was reloaded for the same reason and that has not helped. Returns whether it does.
 *
 * The reason is the build that the server has, or a word for what did not work.
 */
export function reloadOnce(reload: () => void, reason = 'version'): boolean {
  try {
    if (sessionStorage.getItem(KEY) === reason) return false;
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Where nothing can be remembered it would be reloaded for ever.
    return false;
  }
  reload();
  return true;
}

/** The server has welcomed this page, and it is of the server's build: the next other build is a new one. */
export function reloadWorked(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then it was not set, either.
  }
}

/**
 * A part of the pages that cannot be loaded was perhaps of a build that is gone: the page is loaded again, once. Without
 * a network that would help nobody.
 */
export function reloadForMissingParts(reload: () => void): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || !mayReloadForPart()) return;
    event.preventDefault();
    reload();
  });
}

/** Whether the last time was long enough ago: a part that is missing in the new build, too, would reload it for ever. */
function mayReloadForPart(): boolean {
  try {
    const last = Number(sessionStorage.getItem(PART_KEY) ?? 0);
    if (Date.now() - last < PART_AGAIN_MS) return false;
    sessionStorage.setItem(PART_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
