/** The parts of a document that drawing needs, so that Node can test drawings. */

export class Element {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {(Element | string)[]} */
    this.children = [];
  }

  /** @param {string} key @param {unknown} value */
  setAttribute(key, value) {
    this.attributes[key] = String(value);
  }

  /** @param {string} key */
  getAttribute(key) {
    return this.attributes[key] ?? null;
  }

  /** @param {...(Element | string)} children */
  append(...children) {
    this.children.push(...children);
  }

  /** @param {...(Element | string)} children */
  replaceChildren(...children) {
    this.children = children;
  }

  addEventListener() {} // tests send no events

  /** @returns {string} */
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.children = text ? [text] : [];
  }

  /**
   * Return this element and all within it that have a class, by default any.
   * @param {string} [kind]
   * @returns {Element[]}
   */
  all(kind) {
    const within = this.children.flatMap((child) => (typeof child === "string" ? [] : child.all(kind)));
    const classes = (this.attributes.class ?? "").split(" ");
    return kind === undefined || classes.includes(kind) ? [this, ...within] : within;
  }

  /** @returns {string} */
  toString() {
    const attributes = Object.entries(this.attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<${this.name}${attributes.join("")}>${this.children.join("")}</${this.name}>`;
  }
}

/** Make `document` create such elements. */
export function install() {
  Object.assign(globalThis, {
    document: {
      createElement: (/** @type {string} */ name) => new Element(name),
      createElementNS: (/** @type {string} */ _space, /** @type {string} */ name) => new Element(name),
    },
  });
}

/**
 * Return an element and all within it that have a class, by default any.
 * @param {Element} element
 * @param {string} [kind]
 */
export const all = (element, kind) => element.all(kind);
