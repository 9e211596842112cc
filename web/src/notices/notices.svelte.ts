// Notices of the system and the badge of the app, from the open page: only if one looks elsewhere, one for each table.
import { i18n } from '../i18n/i18n.svelte';
import { router } from '../parts/router.svelte';
import { games } from '../state/games.svelte';
import { upcoming } from '../scheduled/upcoming.svelte';
import { words as scheduled } from '../scheduled/words';
import { server } from '../state/server.svelte';
import { settings } from '../state/settings.svelte';
import { TurnLog } from './turns';
import { words } from './words';

export function canNotify(): boolean {
  return 'Notification' in window;
}

/** Asks the browser, on a click. False if it does not allow notices. */
export async function allowNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Follows the tables and proposals. Call it once, from the root. */
export function startNotices(): void {
  const log = new TurnLog();
  let asked = 0;
  let reminded = '';
  $effect(() => {
    const fresh = log.news(server.tables.mine);
    const waiting = server.tables.mine.filter((table) => table.yourTurn).length;
    badge(waiting);
    for (const id of fresh) {
      const table = server.tables.get(id);
      if (!table) continue;
      const names = table.seats.filter((seat, index) => index !== table.you).map((seat) => seat.name);
      notify(
        words.yourTurn(games.title(table.info.game)),
        words.with(i18n.t.format.list(names)),
        id,
        `/t/${id}`,
      );
    }
  });
  $effect(() => {
    const proposal = server.ready.proposal;
    if (!proposal || proposal.proposal === asked) return;
    asked = proposal.proposal;
    notify(
      words.proposal(games.title(proposal.game)),
      words.with(i18n.t.format.list(proposal.people)),
      'proposal',
    );
  });
  $effect(() => {
    const due = upcoming.due;
    if (!due || due.table + due.stage === reminded) return;
    reminded = due.table + due.stage;
    const minutes = Math.ceil((due.starts_at - upcoming.now()) / 60_000);
    const body = due.stage === 'opened' || minutes < 1 ? scheduled.isOpen : scheduled.inMinutes(minutes);
    notify(games.title(due.game), body, due.table, `/scheduled/${due.table}`);
  });
}

/** The number of games that wait, on the icon of an installed page. */
function badge(count: number): void {
  const app = navigator as Navigator & {
    setAppBadge?(count: number): Promise<void>;
    clearAppBadge?(): Promise<void>;
  };
  const shown = count > 0 ? app.setAppBadge?.(count) : app.clearAppBadge?.();
  // Where there is no icon there is no badge.
  shown?.catch(() => undefined);
}

/** A later notice with the same tag takes the place of the earlier one. */
function notify(title: string, body: string, tag: string, path?: string): void {
  const isWanted = settings.current.notify && document.hidden;
  if (!isWanted || !canNotify() || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(title, { body, tag });
    notice.onclick = () => {
      window.focus();
      if (path) router.go(path);
      notice.close();
    };
  } catch {
    // Phones allow notices only from a worker.
  }
}
