/** Making HTML. */

/**
 * An element with its attributes, listeners (`onclick` …) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else made.setAttribute(key, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return made;
}

/**
 * A button that says what it does.
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/**
 * A choice among a few, with its label.
 * @param {string} label
 * @param {string} name
 * @param {readonly (readonly [value: string, text: string])[]} options
 * @param {string} [chosen]
 * @param {(value: string) => void} [onchange]
 */
export function choice(label, name, options, chosen, onchange) {
  const select = h(
    "select",
    { name, onchange: () => onchange?.(select.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/**
 * A box to tick, with its label.
 * @param {string} label
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} [onchange]
 */
export function tick(label, name, checked, onchange) {
  const box = h("input", { type: "checkbox", name, checked, onchange: () => onchange?.(box.checked) });
  return h("label", { class: "tick" }, box, h("span", {}, label));
}
