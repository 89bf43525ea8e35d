/** As much of a document as drawing needs, so that drawings can be looked at in Node. */

class Drawn {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {(Drawn | string)[]} */
    this.children = [];
  }

  /** @param {string} key @param {string} value */
  setAttribute(key, value) {
    this.attributes[key] = value;
  }

  /** @param {...(Drawn | string)} children */
  append(...children) {
    this.children.push(...children);
  }

  /** All within, itself included, of which a class is said. @param {string} kind @returns {Drawn[]} */
  all(kind) {
    const own = (this.attributes.class ?? "").split(" ").includes(kind) ? [this] : [];
    return [...own, ...this.children.flatMap((child) => (typeof child === "string" ? [] : child.all(kind)))];
  }

  /** @returns {string} */
  get text() {
    return this.children.map((child) => (typeof child === "string" ? child : child.text)).join("");
  }

  /** @returns {string} */
  toString() {
    const attributes = Object.entries(this.attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<${this.name}${attributes.join("")}>${this.children.join("")}</${this.name}>`;
  }
}

export function install() {
  Object.assign(globalThis, {
    document: { createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new Drawn(name) },
  });
}
