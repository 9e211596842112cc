// For what need not be said.
import { HttpError, UnreachableError } from './http';
import { LostError, RefusedError } from './messages';

/** Passes over what is shown elsewhere, such as a lost connection, or is harmless to ask again; throws what is a fault of ours. */
export function quietly(error: unknown): void {
  if (!(error instanceof LostError) && !(error instanceof RefusedError) && !isHttp(error)) throw error;
}

function isHttp(error: unknown): boolean {
  return error instanceof HttpError || error instanceof UnreachableError;
}
