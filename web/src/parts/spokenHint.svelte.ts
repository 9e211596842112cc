// What to do next, as the board says it: for the announcement of one's turn.
export const spokenHint = $state({ text: '' });
