export { Connection, type Listener, type Status, type Why, type World } from './net/connection.js';
export { LostError, RefusedError, type ClientKind, type ClientKinds, type ServerKind, type ServerKinds } from './net/messages.js';
export { ChangeError, applyChanges } from './state/changes.js';
export { expandLegal, mayAct, type ListedSeen, type Seen } from './state/seen.js';
export { MAX_CLIENT_MESSAGE, VERSION } from './generated/protocol.js';
export type * as protocol from './generated/protocol.js';
