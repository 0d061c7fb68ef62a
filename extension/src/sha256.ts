/**
 * SHA-256 (FIPS 180-4) of what comes in parts: the browser's own wants the whole at once, which for a list of thousands of stores is
 * megabytes twice over. Held against the browser's own by its test.
 */
const primesTo = (count: number): number[] => {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
};
const fractionOf = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES = primesTo(64);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const BLOCK = 64;

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function createSha256() {
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const begun = new Uint8Array(BLOCK);
  let length = 0;

  function mix(bytes: Uint8Array, from: number): void {
    for (let place = 0; place < 16; place += 1) {
      const at = from + 4 * place;
      const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
      words[place] = (a << 24) | (b << 16) | (c << 8) | d;
    }
    for (let place = 16; place < 64; place += 1) {
      const [early = 0, late = 0] = [words[place - 15], words[place - 2]];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[place] = ((words[place - 16] ?? 0) + low + (words[place - 7] ?? 0) + high) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let place = 0; place < 64; place += 1) {
      const choice = (e & f) ^ (~e & g);
      const more = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (ROUNDS[place] ?? 0) + (words[place] ?? 0);
      const first = (h + more) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    const now = [a, b, c, d, e, f, g, h];
    for (const [place, value] of now.entries()) state[place] = ((state[place] ?? 0) + value) | 0;
  }

  function add(bytes: Uint8Array): void {
    let from = 0;
    const waiting = length % BLOCK;
    length += bytes.length;
    if (waiting > 0) {
      from = Math.min(BLOCK - waiting, bytes.length);
      begun.set(bytes.subarray(0, from), waiting);
      if (waiting + from < BLOCK) return;
      mix(begun, 0);
    }
    for (; from + BLOCK <= bytes.length; from += BLOCK) mix(bytes, from);
    begun.set(bytes.subarray(from));
  }

  return {
    add,
    /** The hash in hexadecimal; nothing may be added any more. */
    end(): string {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setBigUint64(0, BigInt(length) * 8n);
      add(Uint8Array.of(0x80, ...new Uint8Array((2 * BLOCK - 9 - (length % BLOCK)) % BLOCK)));
      add(new Uint8Array(bits.buffer));
      return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}
