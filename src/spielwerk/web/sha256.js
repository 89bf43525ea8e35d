/** SHA-256 (FIPS 180-4), because browsers provide it only on HTTPS and localhost. */

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && [2, 3, 5, 7, 11, 13, 17].every((p) => n === p || n % p));

/** Return the first 32 bits after the point. @param {number} value */
const fraction = (value) => ((value - Math.floor(value)) * 0x100000000) | 0;

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes @returns {string} in hexadecimal digits */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const sum = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n++) words[n] = view.getInt32(block + 4 * n);
    for (let n = 16; n < 64; n++) {
      const [early, late] = [words[n - 15], words[n - 2]];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[n] = words[n - 16] + low + words[n - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let n = 0; n < 64; n++) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[n] + words[n];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (sum[n] += word));
  }
  return Array.from(sum, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Return the bytes of a hexadecimal text. @param {string} digits */
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
