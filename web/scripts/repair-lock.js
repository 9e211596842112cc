// Completes package-lock.json after `npm install` has changed versions.
//
// npm leaves binary packages for other platforms out of the lock if the registry in use does not offer them, and
// `npm ci` then refuses that very lock. This adds the missing optional entries: name, version, system, processor.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const packages = lock.packages;

for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isThere = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    if (isThere || !/^\d+\.\d+\.\d+/.test(version)) continue;
    packages[`node_modules/${name}`] = missing(name, version, entry.dev);
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, JSON.stringify(lock, null, 2) + '\n');

function missing(name, version, dev) {
  const words = name.split(/[/-]/);
  const system = SYSTEMS.find((system) => words.includes(system));
  const processor = PROCESSORS.find((processor) =>
    words.some((word) => word === processor || (processor === 'arm' && /^arm(?!64)/.test(word))),
  );
  return {
    version,
    ...(processor && { cpu: [processor] }),
    dev,
    optional: true,
    ...(system && { os: [system] }),
    ...(words.some((word) => word.includes('musl')) && { libc: ['musl'] }),
  };
}
