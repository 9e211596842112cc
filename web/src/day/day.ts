// The deals of a day: what the server says of them, and what is said of results without giving the deal away.
import type { DayDeal, DayInfo, DayResult, Matchpoints } from '../generated/protocol';
import { getJson } from '../net/http';

export async function dayOf(date: string): Promise<DayInfo> {
  return (await getJson(`/api/days/${date}`)) as DayInfo;
}

/** The day before the first one, or nothing if the house had no deals then. */
export async function dayBefore(date: string): Promise<DayInfo | null> {
  try {
    return await dayOf(date);
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return null;
    throw error;
  }
}

/** A date some days later. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How good a result is against the others, from 0 to 1; nothing if there were no others. */
export function share({ points, max }: Matchpoints): number | null {
  return max === 0 ? null : points / max;
}

/** Which words say a result. */
export type ResultWords =
  | { kind: 'points'; n: number }
  | { kind: 'ahead' | 'behind'; n: number }
  | { kind: 'even' }
  | { kind: 'wonIn' | 'lostAfter' | 'drawnAfter' | 'homeIn' | 'steps'; n: number };

export function wordsFor(comparison: string, result: DayResult): ResultWords {
  switch (comparison) {
    case 'margin':
      if (result.margin === 0) return { kind: 'even' };
      return { kind: result.margin > 0 ? 'ahead' : 'behind', n: Math.abs(result.margin) };
    case 'moves':
      if (result.won) return { kind: 'wonIn', n: result.moves };
      return { kind: result.drawn ? 'drawnAfter' : 'lostAfter', n: result.moves };
    case 'race':
      return result.won ? { kind: 'homeIn', n: result.moves } : { kind: 'steps', n: result.score };
    default:
      return { kind: 'points', n: result.score };
  }
}

/** One sign for each deal: won, drawn, lost, or not finished. */
export function sign(deal: DayDeal): string {
  const result = deal.own?.result;
  if (!result || deal.own?.uncounted) return '⬜';
  return result.won ? '🟩' : result.drawn ? '🟨' : '🟥';
}

/** What can be shown to others: how it went, and nothing of what was dealt. */
export function shareText(
  day: DayInfo,
  words: { title: string; streak: string | null },
  titleOf: (game: string) => string,
  percent: (share: number) => string,
  address: string,
): string {
  const rows = day.deals.map((deal) => {
    const points = deal.own?.matchpoints && share(deal.own.matchpoints);
    return `${sign(deal)} ${titleOf(deal.game)}${typeof points === 'number' ? ` ${percent(points)}` : ''}`;
  });
  const head = `${words.title} ${day.date}`;
  return [head, ...rows, ...(words.streak ? [words.streak] : []), address].join('\n');
}
