// Somebody at a terminal: `parlor play` in a pseudo-terminal of 80 columns and 24 rows, and what it shows as rows of text.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';

const PARLOR = process.env.PARLOR_BIN ?? fileURLToPath(new URL('../target/debug/parlor', import.meta.url));
const COLUMNS = 80;
const ROWS = 24;
const PATIENCE_MS = 60_000;

/** One sequence that a terminal obeys: moves the cursor, clears, or changes what does not matter for the text. */
// eslint-disable-next-line no-control-regex
const SEQUENCE = /^\x1b(?:\[([0-9;?<>]*)[ -/]*([@-~])|\]([^\x07\x1b]*)(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78M])/;

/** The rows of a screen, from the bytes that a program writes. */
class Screen {
  #rows = [];
  #row = 0;
  #column = 0;
  #rest = '';

  constructor() {
    this.#clear();
  }

  get text() {
    return this.#rows.map((row) => row.join('').trimEnd()).join('\n');
  }

  #clear() {
    this.#rows = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => ' '));
  }

  write(text) {
    let rest = this.#rest + text;
    this.#rest = '';
    while (rest !== '') {
      if (rest[0] === '\x1b') {
        const found = SEQUENCE.exec(rest);
        if (!found) {
          // The rest of it is on its way.
          this.#rest = rest;
          return;
        }
        this.#obey(found[1] ?? '', found[2]);
        rest = rest.slice(found[0].length);
        continue;
      }
      const sign = String.fromCodePoint(rest.codePointAt(0));
      rest = rest.slice(sign.length);
      if (sign === '\r') this.#column = 0;
      else if (sign === '\n') this.#row = Math.min(this.#row + 1, ROWS - 1);
      else if (sign >= ' ' && this.#column < COLUMNS) this.#rows[this.#row][this.#column++] = sign;
    }
  }

  #obey(numbers, command) {
    const [first = 1, second = 1] = numbers.split(';').map((number) => Number(number) || 1);
    if (command === 'H') {
      this.#row = Math.min(first, ROWS) - 1;
      this.#column = Math.min(second, COLUMNS) - 1;
    } else if (command === 'J') {
      this.#clear();
    } else if (command === 'C') {
      this.#column = Math.min(this.#column + first, COLUMNS - 1);
    }
  }
}

export class Terminal {
  #screen = new Screen();
  #home = mkdtempSync(join(tmpdir(), 'parlor-terminal-'));
  #child;
  #listeners = new Set();

  /** Starts `parlor play` with these arguments. */
  constructor(...args) {
    // The shell gets the arguments as its own: nothing in them is read by it.
    const quoted = [PARLOR, 'play', ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
    const command = `stty cols ${COLUMNS} rows ${ROWS} && exec ${quoted.join(' ')}`;
    const env = { ...process.env, TERM: 'xterm-256color', HOME: this.#home, XDG_STATE_HOME: this.#home };
    delete env.NO_COLOR;
    this.#child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      env,
    });
    const decoder = new StringDecoder('utf8');
    this.#child.stdout.on('data', (bytes) => {
      this.#screen.write(decoder.write(bytes));
      for (const listener of [...this.#listeners]) listener();
    });
  }

  /** What the screen shows. */
  get text() {
    return this.#screen.text;
  }

  keys(keys) {
    this.#child.stdin.write(keys);
  }

  /** Waits until the screen is like this; gives it. */
  until(isDone, what = isDone.toString()) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(look);
        reject(new Error(`the terminal never showed ${what}:\n${this.text}`));
      }, PATIENCE_MS);
      const look = () => {
        if (!isDone(this.text)) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(this.text);
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** Presses Ctrl-C and waits for the end; gives the exit code. */
  async close() {
    const ended = once(this.#child, 'exit');
    this.keys('\x03');
    const [code] = await ended;
    return code;
  }

  /** Ends it after a test, however that went. */
  end() {
    this.#child.kill();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** The line that says what to do now. */
const status = (text) => (text.split('\n')[ROWS - 3] ?? '').trim();
/** Who has won, in the words of the terminal. */
const winnerIn = (text) => /^(.+?) wins? the game\./.exec(status(text))?.[1];
const isAsked = (text) =>
  /^(Your turn|Nothing fits|Answer the attack|No answer|The card you drew|Go on)/.test(status(text));

/** Plays One Card by keys until the game is over; gives the number of decisions and who has won. */
export async function playOneCard(terminal) {
  for (let decisions = 0; ; decisions += 1) {
    const text = await terminal.until((text) => winnerIn(text) || isAsked(text), 'a turn or the end');
    const winner = winnerIn(text);
    if (winner) return { decisions, winner };
    // The cursor stands on a card that fits, if there is one.
    terminal.keys(/^(Nothing fits|No answer)/.test(status(text)) ? '0' : '\r');
    await terminal.until((after) => after !== text, 'what the key did');
  }
}
