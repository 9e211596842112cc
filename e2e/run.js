// All tests of the browser. They meet a machine that others use too: a file in which one fails has a second try and is named,
// for that is a fault to be found.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';

const here = import.meta.dirname;

/** Runs these files; gives those with a test that failed. */
async function failing(names) {
  const failed = new Set();
  const tests = run({ files: names.map((name) => join(here, name)), concurrency: 2 });
  // A file that cannot even be read has no tests: it is named in their place.
  tests.on('test:fail', ({ file, name }) => failed.add(basename(file ?? name)));
  for await (const line of tests.compose(tap)) process.stdout.write(line);
  return [...failed];
}

/** Whole games in a second browser take minutes: `make test-long` plays them. */
const LONG = ['in-firefox.test.js'];
const isWanted = (name) => name.endsWith('.test.js') && (process.env.PARLOR_LONG || !LONG.includes(name));
const once = await failing(readdirSync(here).filter(isWanted));
const twice = once.length === 0 ? [] : await failing(once);
for (const name of once) console.log(twice.includes(name) ? `FAILED TWICE: ${name}` : `FLAKY: ${name}`);
process.exitCode = twice.length === 0 ? 0 : 1;
