// The one socket of the page: it says hello, comes back by itself, and sends again what is safe to send again.
import { VERSION } from '../generated/protocol.js';
import { backoff } from './backoff.js';
import { LostError, RefusedError, read, write } from './messages.js';
/** A ping is sent after this time without a message, and a pong awaited for that. */
const QUIET_MS = 20_000;
const PONG_TIMEOUT_MS = 6_000;
export class Connection {
    #socket = null;
    #status = 'idle';
    #attempt = 0;
    #timer;
    #pulse;
    #ref = 0;
    #pending = new Map();
    #world;
    #listener;
    constructor(world, listener) {
        this.#world = world;
        this.#listener = listener;
    }
    get status() {
        return this.#status;
    }
    /** Comes in, or does nothing if it is under way. */
    connect() {
        if (this.#status === 'connecting' || this.#status === 'open')
            return;
        clearTimeout(this.#timer);
        this.#set('connecting', null);
        let socket;
        try {
            socket = this.#world.socket();
        }
        catch {
            this.#lost(null);
            return;
        }
        this.#socket = socket;
        // A server that accepts the connection and sends nothing counts as lost.
        this.#watch(PONG_TIMEOUT_MS * 2);
        socket.onopen = () => this.#sayHello(socket);
        socket.onmessage = (event) => {
            if (this.#socket === socket)
                this.#received(event.data);
        };
        socket.onclose = () => {
            if (this.#socket === socket)
                this.#lost(null);
        };
    }
    /** Ends the connection for good; what waits for an answer fails. */
    close() {
        this.#drop();
        this.#set('idle', null);
        for (const pending of this.#pending.values())
            pending.reject(new LostError());
        this.#pending.clear();
    }
    /** Breaks off and comes in anew, with what `hello` says now. */
    restart() {
        this.#drop();
        this.#attempt = 0;
        this.#set('waiting', null);
        this.connect();
    }
    /** The page was asleep or the network is back: makes sure at once that somebody is there. */
    wake() {
        if (this.#status === 'waiting') {
            this.#attempt = 0;
            this.#set('waiting', null);
            this.connect();
        }
        else if (this.#status === 'open') {
            this.#ping(PONG_TIMEOUT_MS / 2);
        }
    }
    /** The network is known to be gone. */
    cut() {
        if (this.#status === 'open' || this.#status === 'connecting')
            this.#lost('offline');
    }
    /**
     * Sends a request and returns the body of the answer.
     *
     * With `again` the request is kept until it is answered, over any number of lost connections; use it for what is
     * safe to send twice. Without, it fails with `LostError`.
     */
    request(kind, body, again = false) {
        return new Promise((resolve, reject) => {
            if (this.#status !== 'open' && !again) {
                reject(new LostError());
                return;
            }
            this.#ref += 1;
            const pending = { kind, body, again, resolve, reject };
            this.#pending.set(this.#ref, pending);
            if (this.#status === 'open')
                this.#send(this.#ref, pending);
        });
    }
    #sayHello(socket) {
        this.#ref += 1;
        socket.send(write('hello', { version: VERSION, ...this.#listener.hello(), ref: this.#ref }));
    }
    #send(ref, pending) {
        this.#socket?.send(write(pending.kind, { ...pending.body, ref }));
    }
    #received(frame) {
        this.#watch(QUIET_MS);
        const message = read(frame);
        if (!message)
            return;
        const { kind, body } = message;
        const ref = body?.ref;
        if (kind === 'welcome') {
            this.#welcomed(body);
        }
        else if (kind === 'bye') {
            const { reason, message: sentence } = body;
            this.#lost({ code: reason, message: sentence });
            return;
        }
        else if (kind === 'refused' && this.#status !== 'open') {
            this.#turnedAway(new RefusedError(body));
            return;
        }
        else {
            this.#listener.message(kind, body);
        }
        const pending = ref === undefined ? undefined : this.#pending.get(ref);
        if (ref === undefined || !pending)
            return;
        this.#pending.delete(ref);
        if (kind === 'refused') {
            pending.reject(new RefusedError(body));
        }
        else {
            pending.resolve(body);
        }
    }
    #welcomed(welcome) {
        const first = this.#status !== 'open';
        this.#attempt = 0;
        if (first)
            this.#set('open', null);
        this.#listener.welcome(welcome);
        if (!first)
            return;
        // In the order in which they were asked.
        for (const [ref, pending] of this.#pending)
            this.#send(ref, pending);
    }
    #turnedAway(refusal) {
        if (refusal.code === 'unknown_token') {
            this.#listener.forgotten();
            if (this.#socket)
                this.#sayHello(this.#socket);
        }
        else if (refusal.code === 'unsupported_version') {
            this.#drop();
            this.#set('refused', null);
        }
        else {
            this.#lost(refusal);
        }
    }
    /** Sends a ping and breaks off if nothing comes. */
    #ping(timeout) {
        this.#socket?.send(write('ping', {}));
        clearTimeout(this.#pulse);
        this.#pulse = setTimeout(() => this.#lost(null), timeout);
    }
    #watch(quiet) {
        clearTimeout(this.#pulse);
        this.#pulse = setTimeout(() => (this.#status === 'open' ? this.#ping(PONG_TIMEOUT_MS) : this.#lost(null)), quiet);
    }
    #lost(why) {
        this.#drop();
        this.#set('waiting', why);
        for (const [ref, pending] of [...this.#pending]) {
            if (pending.again)
                continue;
            this.#pending.delete(ref);
            pending.reject(new LostError());
        }
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.connect(), backoff(this.#attempt, this.#world.random()));
        this.#attempt += 1;
    }
    #drop() {
        clearTimeout(this.#timer);
        clearTimeout(this.#pulse);
        const socket = this.#socket;
        this.#socket = null;
        if (!socket)
            return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }
    #set(status, why) {
        this.#status = status;
        this.#listener.status(status, why);
    }
}
