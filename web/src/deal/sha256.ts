// SHA-256 as hexadecimal digits. Browsers compute it only for pages that came encrypted or from this machine; a server
// in a home network is neither, so there is a plain one for it.

export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return sha256Plain(bytes);
  return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

/** 256 random bits as hexadecimal digits. */
export function randomHex(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function rootBits(count: number, power: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let candidate = 2, n = 0; n < count; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
      if (candidate % divisor === 0) prime = false;
    if (!prime) continue;
    const root = candidate ** power;
    found[n] = Math.floor((root - Math.floor(root)) * 2 ** 32);
    n += 1;
  }
  return found;
}

/** The same without the browser's help, as FIPS 180-4 describes it. */
export function sha256Plain(message: Uint8Array): string {
  const constants = rootBits(64, 1 / 3);
  const state = rootBits(8, 1 / 2);
  const length = message.length;
  const padded = new Uint8Array(((length + 9 + 63) >> 6) << 6);
  padded.set(message);
  padded[length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  words.setUint32(padded.length - 4, (length << 3) >>> 0);
  const w = new Uint32Array(64);
  const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
  const at = (list: Uint32Array, index: number): number => list[index] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = words.getUint32(block + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = at(w, i - 15);
      const b = at(w, i - 2);
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(w, i)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = at(state, i) + value));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}
