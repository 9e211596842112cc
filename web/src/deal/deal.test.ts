import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkDeal, type Dealt } from './check';
import { sha256, sha256Plain } from './sha256';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('SHA-256', () => {
  test('gives the values of its standard', () => {
    expect(sha256Plain(bytes(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Plain(bytes('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  test('is the same with the help of the browser and without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 200 }),
        async (text) => (await sha256(text)) === sha256Plain(bytes(text)),
      ),
    );
  });
});

describe.each([1, 2])('a deal of form %i', (form) => {
  const secret = '09205acda56f63f5820f67f9474f5dc9050a612a2561ace81a2087851e678660';
  const commitment =
    form === 1
      ? '680d70c46168fb21bf6aede5824f86b1d59871568207c39c236cc484e52236cd'
      : '1c14f4d40d89614158224ffd2b5b624ece47830cd92de7136a9d23da5c4f31bd';
  const nonces = ['6f1d-from-ann', 'a-word-of-ben'];
  const promised = { commitment, nonce: '6f1d-from-ann' };

  async function dealt(): Promise<Dealt> {
    const bound = form === 1 ? `qcdmmndasa-1\n${secret}` : secret;
    const seed = await sha256(`parlor deal ${form}\n${bound}\n${nonces.join('\n')}\n`);
    return {
      id: 'qcdmmndasa-1',
      names: ['Ann', 'Ben'],
      record: { seed },
      deal: { commitment, ...(form === 1 ? {} : { form }), secret, nonces },
    };
  }

  test('is good for whoever was told the promise, and unseen for everybody else', async () => {
    expect(await checkDeal(await dealt(), promised)).toMatchObject({ verdict: 'good', commitment });
    expect(await checkDeal(await dealt(), null)).toMatchObject({ verdict: 'unseen' });
  });

  test('is bad if anything was changed', async () => {
    const replay = await dealt();
    const deal = replay.deal as NonNullable<Dealt['deal']>;
    const verdict = async (changed: Partial<Dealt>, told = promised): Promise<string> =>
      (await checkDeal({ ...replay, ...changed }, told)).verdict;
    expect(await verdict({ deal: { ...deal, secret: secret.replace('0', '1') } })).toBe('bad');
    expect(await verdict({ deal: { ...deal, nonces: ['other', 'a-word-of-ben'] } })).toBe('bad');
    expect(await verdict({ record: { seed: '0'.repeat(64) } })).toBe('bad');
    expect(await verdict({ id: 'qcdmmndasa-2' })).toBe(form === 1 ? 'bad' : 'good');
    expect(await verdict({ deal: { ...deal, form: 3 - form } })).toBe('bad');
    expect(await verdict({ seal: '0'.repeat(64) })).toBe('bad');
    expect(await verdict({}, { ...promised, commitment: '0'.repeat(64) })).toBe('bad');
    expect(await verdict({}, { ...promised, nonce: 'not-used' })).toBe('bad');
  });

  test('without a promise cannot be checked, and says so', async () => {
    const { id, names, record } = await dealt();
    expect(await checkDeal({ id, names, record }, null)).toMatchObject({ verdict: 'none' });
  });
});

test('the deal of a day is checked with its date and its game', async () => {
  const secret = 'ab'.repeat(32);
  const commitment = '0590d11bfb6e892419a7cf3f2ac0fc70ea1a012684926523060912192f1f407f';
  const replay: Dealt = {
    id: 'qcdmmndasa-1',
    names: ['Ann', 'Bot 2 (medium)'],
    record: { seed: 'cfd6cfbcc64621bcdcca7de883864b8be5bc89174c1d1b22bb8edb149693061b' },
    deal: {
      commitment,
      day: { date: '2026-11-17', game: 'sorry' },
      form: 3,
      secret,
      nonces: ['ann', 'b-e_n'],
    },
  };
  expect(await checkDeal(replay, { commitment, nonce: 'b-e_n' })).toMatchObject({ verdict: 'good' });
  expect(await checkDeal(replay, null)).toMatchObject({ verdict: 'unseen' });
  const deal = replay.deal as NonNullable<Dealt['deal']>;
  for (const day of [
    { date: '2026-11-18', game: 'sorry' },
    { date: '2026-11-17', game: 'golf' },
  ])
    expect(await checkDeal({ ...replay, deal: { ...deal, day } }, null)).toMatchObject({ verdict: 'bad' });
});

describe('a sealed replay', () => {
  /** A replay that nobody promised anything about: the seal alone is looked at. */
  async function replay(name: string, salt: string | null): Promise<Dealt> {
    const secret = '0'.repeat(64);
    const salts = ['1'.repeat(64), '2'.repeat(64)];
    const hash = (salt: string, name: string) => sha256(`parlor name 1\n${salt}\n${name}\n`);
    const hashes = [await hash(salts[0] ?? '', 'Ann'), await hash(salts[1] ?? '', 'Ben')];
    const deal = {
      commitment: await sha256(`parlor commitment 2\n${secret}\n`),
      form: 2,
      nonces: [],
      secret,
    };
    const record = { seed: await sha256(`parlor deal 2\n${secret}\n`) };
    // What is sealed, in alphabetical order.
    const sealed = { deal, id: 'qcdmmndasa-1', name_hashes: hashes, record };
    const seal = await sha256(JSON.stringify(sealed));
    return { ...sealed, names: [name, 'Ben'], name_salts: [salt, salts[1] ?? null], seal };
  }

  test('holds with the names that were sealed, and when a name was forgotten', async () => {
    expect(await checkDeal(await replay('Ann', '1'.repeat(64)), null)).toMatchObject({ verdict: 'unseen' });
    expect(await checkDeal(await replay('Player 1', null), null)).toMatchObject({ verdict: 'unseen' });
  });

  test('does not hold with another name', async () => {
    expect(await checkDeal(await replay('Eve', '1'.repeat(64)), null)).toMatchObject({ verdict: 'bad' });
  });
});
