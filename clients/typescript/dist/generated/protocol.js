// The protocol of the house in TypeScript. Generated from crates/protocol by its tests: do not edit, but run
// UPDATE_GENERATED=1 cargo test -p protocol
/** The version of the protocol, for the hello. */
export const VERSION = 2;
/** The longest message a client may send, in bytes. */
export const MAX_CLIENT_MESSAGE = 16384;
