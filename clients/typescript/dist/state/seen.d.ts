import type { Seen as Frame } from '../generated/protocol.js';
/** The frame with the types of one game in it. */
export interface Seen<View = unknown, Action = unknown> extends Omit<Frame, 'legal' | 'view'> {
    /** What the viewer can do now; `implied` where a rule of the game derives it from the view. */
    legal: Action[] | 'implied';
    view: View;
}
/** The same with the legal actions written out, as boards get it. */
export interface ListedSeen<View = unknown, Action = unknown> extends Seen<View, Action> {
    legal: Action[];
}
/** Writes the legal actions out where the server sent `implied`. */
export declare function expandLegal(game: string, seen: Seen): ListedSeen;
/** Whether the viewer is to act. */
export declare function mayAct({ you, to_act }: Pick<Seen, 'you' | 'to_act'>): boolean;
