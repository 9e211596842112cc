import { type Hello, type Welcome } from '../generated/protocol.js';
import { type ClientKind, type ClientKinds } from './messages.js';
/** How the connection stands. */
export type Status = 
/** Nothing was tried, or it was closed on purpose. */
'idle'
/** A socket is being opened, or hello was said. */
 | 'connecting'
/** The server has welcomed us. */
 | 'open'
/** It was lost; the next attempt comes. */
 | 'waiting'
/** The server speaks another version of the protocol. */
 | 'refused';
/** Why there is no connection: what the server said, or that the network is gone; `null` if nobody knows. */
export type Why = {
    code: string;
    message: string;
} | 'offline' | null;
/** What the connection needs from the world; tests bring their own. */
export interface World {
    socket(): WebSocket;
    random(): number;
}
export interface Listener {
    status(status: Status, why: Why): void;
    /** What to say in the hello. */
    hello(): Pick<Hello, 'token' | 'name' | 'program'>;
    /** The token is not known (any more). */
    forgotten(): void;
    welcome(welcome: Welcome): void;
    message(kind: string, body: unknown): void;
}
export declare class Connection {
    #private;
    constructor(world: World, listener: Listener);
    get status(): Status;
    /** Comes in, or does nothing if it is under way. */
    connect(): void;
    /** Ends the connection for good; what waits for an answer fails. */
    close(): void;
    /** Breaks off and comes in anew, with what `hello` says now. */
    restart(): void;
    /** The page was asleep or the network is back: makes sure at once that somebody is there. */
    wake(): void;
    /** The network is known to be gone. */
    cut(): void;
    /**
     * Sends a request and returns the body of the answer.
     *
     * With `again` the request is kept until it is answered, over any number of lost connections; use it for what is
     * safe to send twice. Without, it fails with `LostError`.
     */
    request<K extends ClientKind>(kind: K, body: Omit<ClientKinds[K], 'ref'>, again?: boolean): Promise<unknown>;
}
