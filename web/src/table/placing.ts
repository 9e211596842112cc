// Where a sheet lies over the table without hiding what must be seen.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const PLACES = ['bottom', 'top', 'bottom left', 'bottom right', 'top left', 'top right'] as const;
export type Place = (typeof PLACES)[number];

const MARGIN = 16;

/** The place where a sheet of this size hides least of what is to be kept; the first of equals. */
export function placeFor(room: Box, sheet: Pick<Box, 'width' | 'height'>, keep: readonly Box[]): Place {
  const hidden = PLACES.map((place) =>
    keep.reduce((sum, box) => sum + shared(at(place, room, sheet), box), 0),
  );
  return PLACES[hidden.indexOf(Math.min(...hidden))] ?? 'bottom';
}

function at(place: Place, room: Box, { width, height }: Pick<Box, 'width' | 'height'>): Box {
  const left = place.includes('left')
    ? MARGIN
    : place.includes('right')
      ? room.width - width - MARGIN
      : (room.width - width) / 2;
  const top = place.includes('top') ? MARGIN : room.height - height - MARGIN;
  return { left: room.left + left, top: room.top + top, width, height };
}

/** How much of the one lies under the other. A line has no area, so everything is taken a little larger. */
function shared(one: Box, other: Box): number {
  const along = (from: 'left' | 'top', size: 'width' | 'height'): number =>
    Math.min(one[from] + one[size], other[from] + other[size] + 12) - Math.max(one[from], other[from] - 12);
  return Math.max(0, along('left', 'width')) * Math.max(0, along('top', 'height'));
}
