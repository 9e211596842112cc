import type { ClientMsg, Refused, ServerMsg } from '../generated/protocol.js';
/** The kinds of messages of a direction, and what each carries. */
export type Kinds<Msg> = {
    [K in Msg extends Msg ? keyof Msg : never]: Msg extends {
        [P in K]: infer V;
    } ? V : never;
};
export type ClientKinds = Kinds<ClientMsg>;
export type ServerKinds = Kinds<ServerMsg>;
export type ClientKind = keyof ClientKinds;
export type ServerKind = keyof ServerKinds;
/** The kind of a frame and what it carries; `null` if it is not a message. */
export declare function read(frame: unknown): {
    kind: string;
    body: unknown;
} | null;
export declare function write(kind: ClientKind, body: object): string;
/** The server refused a request. Its sentence is for people. */
export declare class RefusedError extends Error {
    readonly code: string;
    /** After how many milliseconds it may be sent again, if a rate limit refused it. */
    readonly retryMs: number | undefined;
    constructor(refused: Refused);
}
/** The connection was lost before the answer came, and asking again would not be safe. */
export declare class LostError extends Error {
    constructor();
}
