// The address of the page, as state.
import { readRoute, type Route } from './routes';

class Router {
  route = $state.raw<Route>(readRoute(location.pathname, location.hash));

  /** How many pages of this tab lie behind this one. */
  #behind = 0;

  /** Follows links and the back button. Call it once, from the root. */
  start(): void {
    addEventListener('popstate', () => {
      this.#behind = behindOf(history.state);
      this.#read();
    });
    this.#behind = behindOf(history.state);
    addEventListener('hashchange', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string, replace = false): void {
    if (!replace) this.#behind += 1;
    const state = { behind: this.#behind };
    if (replace) history.replaceState(state, '', path);
    else history.pushState(state, '', path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Goes back to the page before, or to the lobby if this page was opened directly. */
  back(): void {
    if (this.#behind > 0) history.back();
    else this.go('/', true);
  }

  #read(): void {
    this.route = readRoute(location.pathname, location.hash);
  }

  #follow(event: MouseEvent): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented || !(event.target instanceof Element)) return;
    const link = event.target.closest('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.hasAttribute('download')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

function behindOf(state: unknown): number {
  const behind = (state as { behind?: unknown } | null)?.behind;
  return typeof behind === 'number' ? behind : 0;
}

export const router = new Router();
