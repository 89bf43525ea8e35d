/** As much of a page as drawing needs, for Node: elements that keep attributes and children. */

export class Element {
  /** @param {string} name */
  constructor(name) {
    this.localName = name;
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {(Element | string)[]} */
    this.children = [];
  }
  setAttribute(/** @type {string} */ name, /** @type {unknown} */ value) {
    this.attributes.set(name, String(value));
  }
  getAttribute(/** @type {string} */ name) {
    return this.attributes.get(name) ?? null;
  }
  append(/** @type {(Element | string)[]} */ ...children) {
    this.children.push(...children);
  }
  get textContent() {
    /** @type {(child: Element | string) => string} */
    const text = (child) => (typeof child === "string" ? child : child.children.map(text).join(""));
    return text(this);
  }
  /** This element and all below it that have a class. @param {string} kind @returns {Element[]} */
  all(kind) {
    const below = this.children.flatMap((child) => (child instanceof Element ? child.all(kind) : []));
    return (this.getAttribute("class") ?? "").split(" ").includes(kind) ? [this, ...below] : below;
  }
}

export function install() {
  Object.assign(globalThis, {
    document: { createElementNS: (/** @type {string} */ _space, /** @type {string} */ name) => new Element(name) },
  });
}
