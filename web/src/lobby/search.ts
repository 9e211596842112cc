// Which tables somebody looks for, by what they typed.
import type { TableInfo } from '../generated/protocol';

/** Whether every word that was typed begins a word of the game's title or of somebody's name at the table. */
export function isFound(info: Pick<TableInfo, 'seats'>, title: string, typed: string): boolean {
  const names = info.seats.flatMap(({ occupant }) =>
    typeof occupant === 'object' && 'person' in occupant ? [occupant.person.name] : [],
  );
  const words = [title, ...names].flatMap((text) => text.toLocaleLowerCase().split(/\s+/));
  const wanted = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return wanted.every((word) => words.some((candidate) => candidate.startsWith(word)));
}
