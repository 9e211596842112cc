// Lines of chat: each number once, in order, the newest 200.
import type { ChatLine } from '../generated/protocol';

const MOST = 200;

export function withLines(known: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const all = new Map(known.map((line) => [line.number, line]));
  for (const line of more) all.set(line.number, line);
  return [...all.values()].sort((a, b) => a.number - b.number).slice(-MOST);
}
