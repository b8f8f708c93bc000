// As much of a browser's document as the editors of the page use, so that they run in node: elements in a tree, and events that rise in it.

/** An event as listeners get it. @typedef {{ type: string, target: FakeElement, preventDefault: () => void, [more: string]: unknown }} FakeEvent */

class FakeElement {
  /** @type {Map<string, string>} */
  #attributes = new Map();
  /** @type {Map<string, ((event: FakeEvent) => void)[]>} */
  #listeners = new Map();
  /** @type {FakeElement|null} */
  parent = null;
  /** @type {(FakeElement|string)[]} */
  children = [];
  hidden = false;
  disabled = false;
  checked = false;
  value = "";
  className = "";
  style = { setProperty() {} };
  classList = { toggle() {}, add() {}, remove() {} };

  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.set(name, value);
    if (name === "value") this.value = value;
    if (name === "hidden") this.hidden = true;
  }

  /** @param {...(FakeElement|string)} children */
  append(...children) {
    for (const child of children) if (child instanceof FakeElement) child.parent = this;
    this.children.push(...children);
  }

  /** @param {...(FakeElement|string)} children */
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  /** @returns {string} */
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  /** The options of a choice, and the text of each. */
  get options() {
    return this.children;
  }

  get text() {
    return this.textContent;
  }

  /** All that is in it, and itself. @returns {FakeElement[]} */
  get all() {
    return [this, ...this.children.flatMap((child) => (typeof child === "string" ? [] : child.all))];
  }

  /** Whether it can be seen and used. @returns {boolean} */
  get isOffered() {
    return !this.hidden && !this.disabled && (this.parent?.isOffered ?? true);
  }

  /** The nearest element with an attribute, the only selector that is needed. @param {string} selector @returns {FakeElement|null} */
  closest(selector) {
    return this.#attributes.has(selector.slice(1, -1)) ? this : (this.parent?.closest(selector) ?? null);
  }

  /** The first element of a tag in it. @param {string} tag */
  querySelector(tag) {
    return this.all.find((one) => one.tag === tag) ?? null;
  }

  focus() {
    this.fire("focusin");
  }

  /** @param {string} type @param {(event: FakeEvent) => void} listener */
  addEventListener(type, listener) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  /** An event of this element, which its parents hear, too. @param {string} type @param {Record<string, unknown>} [more] */
  fire(type, more = {}) {
    const event = { type, target: this, preventDefault() {}, ...more };
    /** @type {FakeElement|null} */
    let at = this;
    for (; at; at = at.parent) for (const listener of at.#listeners.get(type) ?? []) listener(event);
  }
}

/** What an element is called: by its label, and in its groups. @param {FakeElement} element @returns {string} */
function nameOf(element) {
  const names = [element.getAttribute("aria-label") ?? (element.tag === "button" ? element.textContent : "")];
  for (let at = element.parent; at; at = at.parent) {
    const label = at.children.find((child) => child instanceof FakeElement && ["label", "legend", "h3"].includes(child.tag));
    if (at.tag === "label") names.unshift(at.textContent.trim());
    else if (["group", "grid"].includes(at.getAttribute("role") ?? "")) names.unshift(at.getAttribute("aria-label") ?? "");
    else if (label instanceof FakeElement && at.getAttribute("class") !== "choices") names.unshift(label.textContent.trim());
  }
  return names.filter((name, index) => name && name !== names[index - 1]).join(" > ");
}

/** A way to edit: its name, and what does it. @typedef {{ name: string, act: () => void }} Action */

/** What can be typed where a text belongs. */
const TYPED = ["2", "x", ""];
/** The keys that are pressed on cells: those of all tools and signs. */
const KEYS = [..."123#.sgfabBTkcnew_?rWRBD^<", "Delete", "Backspace"];

/** A cell of the nearest grid. @param {FakeElement} control */
function cellBeside(control) {
  for (let at = control.parent; at; at = at.parent) {
    const cells = at.all.filter((one) => one.getAttribute("role") === "gridcell");
    if (cells.length > 0) return cells[Math.floor(cells.length / 3)];
  }
  return null;
}

/** The ways to edit that one control offers. @param {FakeElement} control @returns {Action[]} */
function actionsOf(control) {
  const name = nameOf(control);
  const enter = (/** @type {string} */ value) => () => {
    control.value = value;
    for (const type of ["input", "change"]) control.fire(type);
  };
  const type = control.getAttribute("type");
  if (control.tag === "button") return [{ name, act: () => control.fire("click") }];
  if (control.tag === "select") {
    return control.children.map((option) => {
      const value = /** @type {FakeElement} */ (option).value;
      return { name: `${name} = ${value}`, act: enter(value) };
    });
  }
  if (control.tag === "input" && (type === "checkbox" || type === "radio")) {
    const act = () => {
      control.checked = !control.checked;
      control.fire("change");
      // A tool does nothing before it is used.
      if (name.includes("Paint with")) cellBeside(control)?.fire("click");
    };
    return type === "radio" && control.checked ? [] : [{ name: `${name} = ${type === "radio" ? control.value : "other"}`, act }];
  }
  if (control.tag === "input") {
    const number = Number(control.value);
    const near = control.value !== "" && Number.isInteger(number) ? { "one more": number + 1, "one less": number - 1 } : {};
    const typed = [...Object.entries(near), ...TYPED.map((value) => [`"${value}"`, value])];
    return typed.map(([said, value]) => ({ name: `${name} = ${said}`, act: enter(String(value)) }));
  }
  if (control.getAttribute("role") !== "gridcell") return [];
  const keys = KEYS.map((key) => ({ name: `${name} pressed ${key}`, act: () => control.fire("keydown", { key }) }));
  return [{ name: `${name} clicked`, act: () => control.fire("click") }, ...keys];
}

/** All ways to edit that an editor offers: of each grid, some of its cells. @param {any} element @returns {Action[]} */
export function actionsIn(element) {
  const all = /** @type {FakeElement} */ (element).all.filter((one) => one.isOffered);
  const cells = all.filter((one) => one.getAttribute("role") === "gridcell");
  /** @type {Map<FakeElement|null|undefined, FakeElement[]>} */
  const grids = new Map();
  for (const cell of cells) grids.set(cell.parent?.parent, [...(grids.get(cell.parent?.parent) ?? []), cell]);
  const some = new Set([...grids.values()].flatMap((grid) => [0, 0.3, 0.5, 1].map((part) => grid[Math.floor(part * (grid.length - 1))])));
  return all.filter((one) => some.has(one) || one.getAttribute("role") !== "gridcell").flatMap(actionsOf);
}

/** Makes this document that of the process. A timer runs at once, or never. @param {"at once"|"never"} [timers] */
export function useFakePage(timers = "never") {
  /** @type {Map<string, FakeElement>} */
  const known = new Map();
  const createElement = (/** @type {string} */ tag) => new FakeElement(tag);
  const getElementById = (/** @type {string} */ id) => known.get(id) ?? known.set(id, createElement("div")).get(id);
  const document = { createElement, getElementById, addEventListener() {} };
  const setTimeout = (/** @type {() => void} */ then) => (timers === "at once" && then(), 0);
  Object.assign(globalThis, { document, window: { setTimeout, setInterval: () => 0, performance } });
}
