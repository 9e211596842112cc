import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

import { blocks, forPlayers, inline, withPictures } from './markdown';

test('the rules of every game, in every language, are read without a rest of signs', () => {
  const folder = new URL('../../../docs/games/', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((path) => path.endsWith('.md'))) {
    const found = forPlayers(blocks(readFileSync(new URL(name, folder), 'utf8')));
    expect(found[0]?.kind, name).toBe('heading');
    expect(found.length, name).toBeGreaterThan(5);
    const prose = found.filter((block) => block.kind === 'paragraph').flatMap((block) => block.text);
    for (const part of prose.filter(({ kind }) => kind === 'text'))
      expect(part.text, name).not.toMatch(/\*\*|`|\]\(/);
    expect(JSON.stringify(found), name).not.toContain('For programs');
  }
});

test('words keep their weight, and links are their words', () => {
  expect(inline('a **b** `c` [d](e)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
    { kind: 'text', text: ' d' },
  ]);
});

test('a picture stands for a drawing and for the lines that explain it', () => {
  const text = '# A\n\nOne.\n\n```text\n+--+\n```\n\n`+` is a corner.\n\n## B\n\nTwo.\n';
  expect(withPictures(blocks(text)).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'picture',
    'heading',
    'paragraph',
  ]);
});

test('the rules of every game have one picture, in every language', () => {
  const folder = new URL('../../../docs/games/', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((path) => path.endsWith('.md'))) {
    const found = withPictures(forPlayers(blocks(readFileSync(new URL(name, folder), 'utf8'))));
    expect(found.filter(({ kind }) => kind === 'picture').length, name).toBe(1);
  }
});
