/**
 * A game's engine: its kernels as WebAssembly, called synchronously and without a server. Arguments are numbers, words
 * (BigInt) and arrays in its own memory. This module knows neither games nor the meaning of their kernels.
 *
 * @typedef {{at: number, shape: number[], format: string, size: number}} Memory
 *   an array in the engine's memory: its address and lengths, and the format and size of one item in bytes; records
 *   have the format ""
 * @typedef {{format: string, offset: number, shape: number[]}} Field  of a record, as declared
 * @typedef {{size: number, fields: Record<string, Field>}} Layout  of a record, as declared
 * @typedef {number | bigint | boolean | Memory} Argument
 * @typedef {Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array
 *   | BigInt64Array | BigUint64Array | Float32Array | Float64Array} Numbers
 */

const PAGE = 1 << 16;
const ALIGNED = 16;
const FORMATS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array,
  i8: BigInt64Array, u8: BigUint64Array, f4: Float32Array, f8: Float64Array,
};

/** @param {number[]} shape @returns {number} */
const count = (shape) => shape.reduce((all, length) => all * length, 1);

/** @param {string} format */
const kind = (format) => FORMATS[/** @type {keyof typeof FORMATS} */ (format)];

export class Engine {
  /** @param {BufferSource} code @returns {Promise<Engine>} */
  static async load(code) {
    const { instance } = await WebAssembly.instantiate(code);
    return new Engine(instance, code);
  }

  /** @param {WebAssembly.Instance} instance @param {BufferSource} code */
  constructor(instance, code) {
    const { memory, __heap_base: base } = instance.exports;
    this.exports = instance.exports;
    this.code = code; // to load another engine in a worker
    this.memory = /** @type {WebAssembly.Memory} */ (memory);
    this.top = /** @type {WebAssembly.Global} */ (base).value;
  }

  /**
   * Call an export. Missing arguments would become zeros, so their number is checked.
   * @param {string} name @param {...Argument} given @returns {number}
   */
  call(name, ...given) {
    const called = /** @type {Function} */ (this.exports[name]);
    const words = given.flatMap((one) => (typeof one === "object" ? [one.at, ...one.shape] : [one]));
    if (called?.length !== words.length) throw new TypeError(`${name} takes other arguments`);
    return called(...words);
  }

  /** Allocate an array of numbers, all zero. @param {string} format @param {...number} shape @returns {Memory} */
  array(format, ...shape) {
    return this.allocate(format, kind(format).BYTES_PER_ELEMENT, shape);
  }

  /** Allocate an array of records, all zero. @param {Layout} layout @param {number} length @returns {Memory} */
  records(layout, length) {
    return this.allocate("", layout.size, [length]);
  }

  /** @param {string} format @param {number} size @param {number[]} shape @returns {Memory} */
  allocate(format, size, shape) {
    const at = this.top;
    this.top = Math.ceil((at + size * count(shape)) / ALIGNED) * ALIGNED;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    const array = { at, shape, format, size };
    this.bytes(array).fill(0);
    return array;
  }

  /** Free what was allocated since `top` had this value. @param {number} top */
  release(top) {
    this.top = top;
  }

  /** Return an array's bytes, to be used immediately: they become empty when the memory grows. @param {Memory} array */
  bytes(array) {
    return new Uint8Array(this.memory.buffer, array.at, array.size * count(array.shape));
  }

  /** Return an array's numbers, to be used immediately. @param {Memory} array @returns {Numbers} */
  numbers(array) {
    return new (kind(array.format))(this.memory.buffer, array.at, count(array.shape));
  }

  /** Return an item of an array, as an array. @param {Memory} array @param {number} index @returns {Memory} */
  item(array, index) {
    const [, ...shape] = array.shape;
    const one = array.size * count(shape);
    return { ...array, at: array.at + index * one, shape: shape.length ? shape : [1] };
  }

  /**
   * Return a field of a record. It may be unaligned: read numbers with `values`.
   * @param {Memory} records @param {number} index @param {Layout} layout @param {string} name
   * @returns {Memory}
   */
  field(records, index, layout, name) {
    const { format, offset, shape } = layout.fields[name];
    const at = records.at + index * layout.size + offset;
    return { at, shape, format, size: kind(format).BYTES_PER_ELEMENT };
  }

  /** Return a copy of an array's numbers, aligned or not; u8 as BigInt. @param {Memory} array @returns {any[]} */
  values(array) {
    const copy = this.bytes(array).slice().buffer;
    const found = /** @type {ArrayLike<any>} */ (new (kind(array.format))(copy));
    return Array.from(found, (one) => (array.format === "i8" ? Number(one) : one));
  }

  /** Write numbers, or one number everywhere. @param {Memory} array @param {ArrayLike<number | bigint> | number | bigint} values */
  write(array, values) {
    const n = count(array.shape);
    const made = new (kind(array.format))(n);
    const whole = array.format === "i8" || array.format === "u8";
    for (let k = 0; k < n; k++) {
      const value = typeof values === "object" ? values[k] : values;
      made[k] = /** @type {never} */ (whole ? BigInt(value) : Number(value));
    }
    this.bytes(array).set(new Uint8Array(made.buffer));
  }

  /**
   * Fill a record as declared: each field with one number, or with bytes in base64.
   * @param {Memory} records @param {Layout} layout @param {Record<string, number | string>} contents
   */
  fill(records, layout, contents) {
    for (const [name, content] of Object.entries(contents)) {
      const field = this.field(records, 0, layout, name);
      if (typeof content === "number") this.write(field, content);
      else this.bytes(field).set(decoded(content));
    }
  }
}

/** Return the bytes of a base64 text, as used in declarations. @param {string} text */
export function decoded(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
