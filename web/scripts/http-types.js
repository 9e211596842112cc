// Writes src/generated/http.ts from docs/openapi.json, which is generated from the server: what the HTTP API takes and answers.
// What the protocol has a type for already is taken from there. Usage: node scripts/http-types.js
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { declaration } from './game-types.js';

const API = new URL('../../docs/openapi.json', import.meta.url);
const PROTOCOL = new URL('../src/generated/protocol.ts', import.meta.url);
const OUT = new URL('../src/generated/http.ts', import.meta.url);

/** The whole file. */
export function httpTypes() {
  const { schemas } = JSON.parse(readFileSync(API, 'utf8')).components;
  const protocol = readFileSync(PROTOCOL, 'utf8');
  const isKnown = (name) => new RegExp(`^export type ${name}\\b`, 'm').test(protocol);
  const names = Object.keys(schemas).sort();
  const known = names.filter(isKnown);
  const head = [
    '// What the HTTP API takes and answers. Generated from docs/openapi.json by scripts/http-types.js: do not edit.',
    `import type {\n${known.map((name) => `  ${name},\n`).join('')}} from './protocol';\n`,
    `export type {\n${known.map((name) => `  ${name},\n`).join('')}};\n`,
  ];
  const types = names.filter((name) => !isKnown(name)).map((name) => declaration(name, schemas[name]));
  return [...head, ...types].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(OUT, httpTypes());
