// The little of Markdown that the rules are written in, as blocks that a component draws. No HTML is made from text.

export type Inline = { kind: 'text' | 'strong' | 'code' | 'em'; text: string };
export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export function blocks(source: string): Block[] {
  const lines = source.split('\n');
  const found: Block[] = [];
  let at = 0;
  const here = (): string => lines[at] ?? '';
  while (at < lines.length) {
    const line = here();
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (line.trim() === '') {
      at += 1;
    } else if (line.startsWith('```')) {
      const code: string[] = [];
      for (at += 1; at < lines.length && !here().startsWith('```'); at += 1) code.push(here());
      at += 1;
      found.push({ kind: 'code', text: code.join('\n') });
    } else if (heading) {
      found.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: inline(heading[2] ?? '') });
      at += 1;
    } else if (line.startsWith('|')) {
      const rows: string[] = [];
      for (; here().startsWith('|'); at += 1) rows.push(here());
      const [head, , ...rest] = rows.map(cells);
      found.push({ kind: 'table', head: head ?? [], rows: rest });
    } else if (ITEM.test(line)) {
      const ordered = /^\d/.test(line);
      const items: string[] = [];
      for (; at < lines.length && (ITEM.test(here()) || /^\s+\S/.test(here())); at += 1) {
        if (ITEM.test(here())) items.push(here().replace(ITEM, ''));
        else items[items.length - 1] += ` ${here().trim()}`;
      }
      found.push({ kind: 'list', ordered, items: items.map(inline) });
    } else {
      const words: string[] = [];
      for (
        ;
        at < lines.length && here().trim() !== '' && !/^(#|```|\|)/.test(here()) && !ITEM.test(here());
        at += 1
      ) {
        words.push(here());
      }
      found.push({ kind: 'paragraph', text: inline(words.join(' ')) });
    }
  }
  return found;
}

const ITEM = /^(?:[-*]|\d+\.) +/;

function cells(row: string): Inline[][] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));
}

/** Bold, code and plain words; a link is its words. */
export function inline(text: string): Inline[] {
  const plain = text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const parts = plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).filter((part) => part !== '');
  return parts.map((part) => {
    if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
    if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
    if (part.startsWith('*') && part.length > 2) return { kind: 'em', text: part.slice(1, -1) };
    return { kind: 'text', text: part };
  });
}

/** The text with the drawings taken out, and the lines that explain them, up to the next heading: where each was is `picture`. */
export function withPictures(list: readonly Block[]): (Block | { kind: 'picture' })[] {
  let explained = false;
  return list.flatMap((block): (Block | { kind: 'picture' })[] => {
    if (block.kind === 'heading') explained = false;
    if (block.kind === 'code') {
      explained = true;
      return [{ kind: 'picture' }];
    }
    return explained ? [] : [block];
  });
}

/** What players read: everything but what is for programs. */
export function forPlayers(list: readonly Block[]): Block[] {
  let skipping = false;
  return list.filter((block) => {
    if (block.kind === 'heading' && block.level <= 2) {
      skipping = block.text.map(({ text }) => text).join('') === 'For programs';
    }
    return !skipping;
  });
}
