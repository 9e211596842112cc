// Writes src/generated/games/<game>.ts from the JSON Schemas in docs/schema, which are generated from the rules: views,
// actions, events, options and refusals of each game. Usage: node scripts/game-types.js
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SCHEMAS = new URL('../../docs/schema/', import.meta.url);
const OUT = new URL('../src/generated/games/', import.meta.url);
/** The frame around every view is part of the protocol. */
const FRAME = ['Seen', 'LegalActions', 'Outcome'];

/** Every game's file, by its name. */
export function gameTypes() {
  const names = readdirSync(SCHEMAS)
    .filter((name) => name.endsWith('.json') && name !== 'protocol.json')
    .map((name) => name.slice(0, -'.json'.length));
  return new Map(names.map((name) => [name, typesOf(name)]));
}

function typesOf(game) {
  const { title, $defs } = JSON.parse(readFileSync(new URL(`${game}.json`, SCHEMAS), 'utf8'));
  const types = Object.entries($defs)
    .filter(([name]) => !FRAME.includes(name))
    .map(([name, schema]) => declaration(name, schema));
  const head = `// The types of ${title}. Generated from docs/schema/${game}.json by scripts/game-types.js: do not edit.\n`;
  return [head, ...types].join('\n');
}

/** One exported type, with what its schema says about it. */
export function declaration(name, schema) {
  return `${comment(schema)}export type ${name} = ${type(schema)};\n`;
}

function comment({ description }) {
  return description ? `/** ${description.replaceAll(/\s+/g, ' ')} */\n` : '';
}

function type(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const any = schema.oneOf ?? schema.anyOf;
  if (any !== undefined) return any.map(type).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(type).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return list(schema);
    case 'object':
      return record(schema);
    default:
      return 'unknown';
  }
}

function list({ items, prefixItems, minItems, maxItems }) {
  if (prefixItems !== undefined) return `[${prefixItems.map(type).join(', ')}]`;
  const item = type(items ?? {});
  // A pair has two elements, a hand of five has five of six: only short lists are counted in types.
  if (minItems === 2 && maxItems === 2) return `[${item}, ${item}]`;
  return item.includes(' ') ? `(${item})[]` : `${item}[]`;
}

function record({ properties = {}, required = [], additionalProperties }) {
  if (typeof additionalProperties === 'object') return `Record<string, ${type(additionalProperties)}>`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema)}${name}${optional}: ${type(schema)};`;
  });
  const empty = additionalProperties === false ? 'never' : 'unknown';
  return fields.length === 0 ? `Record<string, ${empty}>` : `{\n${fields.join('\n')}\n}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(OUT, { recursive: true });
  for (const [name, text] of gameTypes()) writeFileSync(new URL(`${name}.ts`, OUT), text);
}
