/** The kind of a frame and what it carries; `null` if it is not a message. */
export function read(frame) {
    if (typeof frame !== 'string')
        return null;
    let message;
    try {
        message = JSON.parse(frame);
    }
    catch {
        return null;
    }
    if (typeof message !== 'object' || message === null)
        return null;
    const [entry] = Object.entries(message);
    return entry ? { kind: entry[0], body: entry[1] } : null;
}
export function write(kind, body) {
    return JSON.stringify({ [kind]: body });
}
/** The server refused a request. Its sentence is for people. */
export class RefusedError extends Error {
    code;
    /** After how many milliseconds it may be sent again, if a rate limit refused it. */
    retryMs;
    constructor(refused) {
        super(refused.message);
        this.name = 'RefusedError';
        this.code = refused.code;
        this.retryMs = refused.retry_ms;
    }
}
/** The connection was lost before the answer came, and asking again would not be safe. */
export class LostError extends Error {
    constructor() {
        super('The connection was lost before the server answered.');
        this.name = 'LostError';
    }
}
