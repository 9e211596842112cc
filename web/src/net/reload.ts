// A server that speaks another version of the protocol has other pages: this one is loaded again, once.

const KEY = 'parlor.reloaded';

/** Reloads the page, unless it was reloaded for the same reason and nothing has worked since. */
export function reloadOnce(reload: () => void): void {
  try {
    if (sessionStorage.getItem(KEY) !== null) return;
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Where nothing can be remembered it would be reloaded for ever.
    return;
  }
  reload();
}

/** The server has welcomed this page: the next other version is a new one. */
export function reloadWorked(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then it was not set, either.
  }
}
