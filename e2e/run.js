// All tests of the browser, a few files at a time, each with one try: a test that fails now and then is a fault to be found.
// At the end it says how long each file took, and which had a test that failed.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';

const here = import.meta.dirname;

/** Whole games in a second browser take minutes: `make test-long` plays them. */
const LONG = ['in-firefox.test.js'];
/** Those that take longest begin first, so that none of them is left alone at the end. */
const FIRST = ['whole-games.test.js'];
/** Each has a server and a browser of its own. */
const FILES_AT_ONCE = 2;

const isWanted = (name) => name.endsWith('.test.js') && (process.env.PARLOR_LONG || !LONG.includes(name));
const place = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
const files = readdirSync(here)
  .filter(isWanted)
  .sort((one, other) => place(one) - place(other) || one.localeCompare(other));

const times = new Map();

/** Runs these files; gives those with a test that failed. */
async function failing(names) {
  const failed = new Set();
  const tests = run({ files: names.map((name) => join(here, name)), concurrency: FILES_AT_ONCE });
  const note = ({ file }) => {
    if (!file) return;
    const now = performance.now();
    const { from } = times.get(basename(file)) ?? { from: now };
    times.set(basename(file), { from, to: now });
  };
  tests.on('test:dequeue', note);
  tests.on('test:complete', note);
  // A file that cannot even be read has no tests: it is named in their place.
  tests.on('test:fail', ({ file, name }) => failed.add(basename(file ?? name)));
  for await (const line of tests.compose(tap)) process.stdout.write(line);
  return [...failed];
}

const started = performance.now();
const failed = await failing(files);

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
const slowestFirst = [...times].sort(([, one], [, other]) => other.to - other.from - (one.to - one.from));
for (const [name, { from, to }] of slowestFirst) console.log(`# ${seconds(to - from).padStart(8)}  ${name}`);
console.log(`# ${seconds(performance.now() - started).padStart(8)}  all of them`);
for (const name of failed) console.log(`FAILED: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;
