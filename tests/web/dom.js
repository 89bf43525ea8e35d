/** A stand-in for the browser's document: elements that can be counted and asked. */

class Element {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {(Element | string)[]} */
    this.children = [];
  }

  /** @param {string} key @param {string} value */
  setAttribute(key, value) {
    this.attributes.set(key, value);
  }

  /** @param {string} key */
  getAttribute(key) {
    return this.attributes.get(key) ?? null;
  }

  /** @param {...(Element | string)} children */
  append(...children) {
    this.children.push(...children);
  }

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }
}

/** Lets `document` make such elements. */
export function install() {
  globalThis.document = { createElementNS: (_space, name) => new Element(name) };
}

/** All elements within one, itself included, that have a class (without one: all). */
export function all(element, kind) {
  const within = element.children.flatMap((child) => (child.children ? all(child, kind) : []));
  const classes = (element.getAttribute("class") ?? "").split(" ");
  return kind === undefined || classes.includes(kind) ? [element, ...within] : within;
}
