// Making elements.

/** @typedef {string|Node|null|undefined|false} Child */

/**
 * An element with attributes, listeners (keys that begin with "on") and children. `class` and other attributes are set as text; a
 * value of `true` sets an empty attribute, `false` and `undefined` none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== undefined && value !== false && value !== null) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...children);
  return element;
}

/** A button. @param {string} name @param {() => void} action */
export function button(name, action) {
  return make("button", { type: "button", onclick: action }, name);
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  /** @type {(string|Node)[]} */
  const given = [];
  for (const child of children) {
    if (child) given.push(child);
  }
  element.replaceChildren(...given);
}

/**
 * The element of the page with this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Saves a text as a file of the reader's.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function saveFile(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
