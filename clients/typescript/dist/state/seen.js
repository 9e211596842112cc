/** How each game derives its legal actions from the view, if it does. */
const RULES = {
    gomoku: freeCrossings,
};
/** Writes the legal actions out where the server sent `implied`. */
export function expandLegal(game, seen) {
    if (seen.legal !== 'implied')
        return seen;
    const rule = RULES[game];
    if (!rule)
        throw new Error(`state/seen.ts does not know the legal actions of ${game}, which are implied.`);
    return { ...seen, legal: mayAct(seen) ? rule(seen) : [] };
}
/** Whether the viewer is to act. */
export function mayAct({ you, to_act }) {
    return you !== null && to_act.includes(you);
}
function freeCrossings({ view }) {
    return view.rows.flatMap((row, y) => [...row].flatMap((crossing, x) => (crossing === '.' ? [{ place: { x, y } }] : [])));
}
