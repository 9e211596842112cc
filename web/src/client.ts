// The parts of the pages that serve any client, published as clients/typescript.
export { Connection, type Listener, type Status, type Why, type World } from './net/connection';
export {
  LostError,
  RefusedError,
  type ClientKind,
  type ClientKinds,
  type ServerKind,
  type ServerKinds,
} from './net/messages';
export { ChangeError, applyChanges } from './state/changes';
export { expandLegal, mayAct, type ListedSeen, type Seen } from './state/seen';
export { MAX_CLIENT_MESSAGE, VERSION } from './generated/protocol';
export type * as protocol from './generated/protocol';
