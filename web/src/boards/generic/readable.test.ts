import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { actionLabel, readable, type Readable } from './readable';

describe('the generic board', () => {
  it('says actions in words', () => {
    expect(actionLabel('call_chicago')).toBe('call chicago');
    expect(actionLabel({ play: 'S10' })).toBe('play S10');
    expect(actionLabel({ change: ['S10', 'H4'] })).toBe('change S10 H4');
    expect(actionLabel({ change: [] })).toBe('change');
    expect(actionLabel({ steal: { from: 1, card: 3, own: 0 } })).toBe('steal from 1 card 3 own 0');
  });

  it('arranges a view to be read', () => {
    const view = {
      your_hand: ['S10', 'HA'],
      rows: ['.....', '..1..', '.....'],
      drawn: null,
      choosing: true,
      pawns: [{ place: { square: 4 } }, { place: 'home' }],
    };
    expect(readable(view)).toEqual({
      kind: 'fields',
      fields: [
        { name: 'your hand', value: { kind: 'text', text: 'S10, HA' } },
        { name: 'rows', value: { kind: 'grid', rows: ['.....', '..1..', '.....'] } },
        { name: 'drawn', value: { kind: 'nothing' } },
        { name: 'choosing', value: { kind: 'switch', on: true } },
        {
          name: 'pawns',
          value: {
            kind: 'list',
            items: [
              {
                kind: 'fields',
                fields: [{ name: 'place', value: { kind: 'text', text: 'square 4' } }],
              },
              { kind: 'text', text: 'place home' },
            ],
          },
        },
      ],
    });
  });

  it('leaves nothing of a view out', () => {
    const texts = (part: Readable): string => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'grid':
          return part.rows.join(' ');
        case 'list':
          return part.items.map(texts).join(' ');
        case 'fields':
          return part.fields.map(({ name, value }) => `${name} ${texts(value)}`).join(' ');
        default:
          return '';
      }
    };
    const leaves = (value: unknown): (string | number)[] => {
      if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
      return typeof value === 'string' || typeof value === 'number' ? [value] : [];
    };
    fc.assert(
      fc.property(fc.jsonValue(), (view) => {
        const shown = texts(readable(view)).replaceAll('_', ' ');
        for (const leaf of leaves(view)) expect(shown).toContain(String(leaf).replaceAll('_', ' '));
      }),
      // A name of nothing but spaces is a name.
      { examples: [[{ name: '   ' }]] },
    );
  });
});
