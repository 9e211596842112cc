// The last step of a build: names it in the service worker, writes a .br and a .gz beside every file that gets smaller
// by it, and holds the budget: what a first visit loads (the page, its script, its style and what they import at once)
// stays below 150 KB compressed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const BUDGET = 150 * 1024;
const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;

// A build is named by the hash of its files. The server tells it, the page knows its own, and the service worker keeps the
// files of one build.
const all = [...files(DIST)].sort();
const hash = createHash('sha256');
for (const path of all) hash.update(relative(DIST, path)).update(readFileSync(path));
const build = hash.digest('hex').slice(0, 16);
const kept = all
  .map((path) => relative(DIST, path))
  .filter((name) => name.startsWith('assets/') || name === 'theme.js');
const fill = (name) => {
  const text = readFileSync(join(DIST, name), 'utf8');
  const files = kept.map((file) => `'/${file}'`).join(',');
  writeFileSync(join(DIST, name), text.replace('__BUILD__', build).replace("'__FILES__'", files));
};
fill('service-worker.js');
fill('index.html');
writeFileSync(join(DIST, 'build.txt'), `${build}\n`);

const sizes = new Map();
for (const path of files(DIST)) {
  const name = relative(DIST, path);
  const bytes = readFileSync(path);
  sizes.set(name, bytes.length);
  if (!COMPRESSIBLE.test(name) || bytes.length < 256) continue;
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const gzip = gzipSync(bytes, { level: 9 });
  if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
  sizes.set(name, Math.min(bytes.length, brotli.length));
}

const first = firstLoad();
const total = first.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
console.log(`first load: ${(total / 1024).toFixed(1)} KB compressed (${first.join(', ')})`);
if (total > BUDGET) {
  console.error(`The first load is over its budget of ${BUDGET / 1024} KB.`);
  process.exit(1);
}

/** index.html and all that it names or imports without being asked. */
function firstLoad() {
  const seen = new Set(['index.html']);
  const queue = ['index.html'];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const text = readFileSync(join(DIST, name), 'utf8');
    const named = name.endsWith('.html')
      ? [...text.matchAll(/(?:src|href)="\/(assets\/[^"]+|theme\.js)"/g)].map((match) => match[1])
      : [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map((match) => `assets/${match[1]}`);
    for (const next of named) {
      if (seen.has(next) || !sizes.has(next)) continue;
      seen.add(next);
      if (/\.js$/.test(next)) queue.push(next);
    }
  }
  return [...seen];
}

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (!/\.(br|gz)$/.test(name)) yield path;
  }
}
