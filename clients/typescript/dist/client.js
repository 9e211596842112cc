// The parts of the pages that serve any client, published as clients/typescript.
export { Connection } from './net/connection.js';
export { LostError, RefusedError } from './net/messages.js';
export { ChangeError, applyChanges } from './state/changes.js';
export { expandLegal, mayAct } from './state/seen.js';
export { MAX_CLIENT_MESSAGE, VERSION } from './generated/protocol.js';
