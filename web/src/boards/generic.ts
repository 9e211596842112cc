// What can be read from the view of any game.

/** What is legal, as the server lists it. */
export function actionsOf(view: unknown): unknown[] {
  const list = (view as { legal?: unknown } | null)?.legal;
  return Array.isArray(list) ? list : [];
}

/** An action in words: `{"play":"S10"}` is "play S10". */
export function labelOf(action: unknown): string {
  if (typeof action !== 'object' || action === null) return String(action).replaceAll('_', ' ');
  if (Array.isArray(action)) return action.map(labelOf).join(' ');
  return Object.entries(action)
    .map(([key, value]) => `${key} ${labelOf(value)}`.trim())
    .join(' ')
    .replaceAll('_', ' ');
}
