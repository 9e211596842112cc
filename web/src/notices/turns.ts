// When it became somebody's turn, table by table.

/** A table where one is seated. */
export interface Turn {
  id: string;
  yourTurn: boolean;
  /** Rises with everything that is played there. */
  step: number;
}

/** Notes whose turn it is, and tells each turn once. */
export class TurnLog {
  readonly #told = new Map<string, boolean>();
  #isFirst = true;

  /** The tables where it became one's turn since the last time. What was so when the page opened is no news. */
  news(tables: readonly Turn[]): string[] {
    const fresh = tables.filter((table) => table.yourTurn && this.#told.get(table.id) !== true);
    this.#told.clear();
    for (const table of tables) this.#told.set(table.id, table.yourTurn);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst ? [] : fresh.map((table) => table.id);
  }
}
