// A grid of cells that is one stop of the Tab key: arrow keys, Home and End move in it.
import { fill, make } from "./dom.js";

/** What a cell shows: a text for the eye, one for the ear, classes, or elements in place of the text.
 * @typedef {{ text?: string, label: string, classes?: string, nodes?: Node[], selected?: boolean }} CellView */

/** @typedef {object} GridOptions
 * @property {string} label the name of the grid
 * @property {string} classes of the grid
 * @property {(x: number, y: number) => CellView|null} view what a cell shows; null: there is no cell
 * @property {(x: number, y: number, event: Event) => void} use the cell was clicked, or Enter or Space was pressed
 * @property {(x: number, y: number, event: KeyboardEvent) => boolean} [key] another key; whether it meant something
 * @property {(x: number, y: number) => void} [paint] the pointer was dragged into the cell
 * @property {(x: number, y: number) => void} [enter] the cell got the focus
 */

/** The steps of the arrow keys; y grows to the north, which is up. @type {Record<string, [number, number]>} */
const GRID_STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** A drawn board between the letters of the four directions. @param {Grid} grid */
export function withDirections(grid) {
  const letters = ["N", "E", "S", "W"].map((letter) => make("span", { class: `to-${letter}` }, letter));
  return make("div", { class: "directions" }, grid.element, make("div", { "aria-hidden": "true" }, ...letters));
}

/** A grid whose cell [0, 0] is at the bottom left. */
export class Grid {
  #options;
  #columns = 0;
  #rows = 0;
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** The cell that the Tab key comes to. @type {[number, number]} */
  #current = [0, 0];
  #painting = false;

  /** @param {GridOptions} options */
  constructor(options) {
    this.#options = options;
    this.element = make("div", {
      class: `grid ${options.classes}`,
      role: "grid",
      "aria-label": options.label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#onClick(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.#onFocus(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#onPointer(event),
      onpointerover: (/** @type {PointerEvent} */ event) => this.#onPointer(event),
    });
  }

  /** The cell that has, or would get, the focus. */
  get current() {
    return this.#current;
  }

  /** Forgets its cells: others will be drawn. */
  clear() {
    this.#columns = this.#rows = 0;
  }

  /** Makes the cells anew if the size is another one, and draws them. @param {number} columns @param {number} rows */
  draw(columns, rows) {
    if (columns !== this.#columns || rows !== this.#rows) this.#build(columns, rows);
    for (const [key, cell] of this.#cells) {
      const [x, y] = key.split(",").map(Number);
      const view = this.#options.view(x, y);
      if (!view) continue;
      const { text = "", label, classes = "", nodes, selected } = view;
      cell.className = `cell ${classes}`;
      cell.setAttribute("aria-label", label);
      if (selected !== undefined) cell.setAttribute("aria-selected", String(selected));
      fill(cell, ...(nodes ?? [text]));
    }
  }

  /** The element of a cell. @param {number} x @param {number} y @returns {HTMLElement|null} */
  cell(x, y) {
    return this.#cells.get(`${x},${y}`) ?? null;
  }

  /** Makes a cell the current one and gives it the focus. @param {number} x @param {number} y */
  focus(x, y) {
    this.select(x, y);
    this.cell(x, y)?.focus();
  }

  /** Makes a cell the current one. @param {number} x @param {number} y */
  select(x, y) {
    const cell = this.cell(x, y);
    if (!cell) return;
    this.cell(...this.#current)?.setAttribute("tabindex", "-1");
    this.#current = [x, y];
    cell.setAttribute("tabindex", "0");
  }

  /** @param {number} columns @param {number} rows */
  #build(columns, rows) {
    [this.#columns, this.#rows] = [columns, rows];
    this.#cells.clear();
    this.element.style.setProperty("--columns", String(columns));
    this.element.style.setProperty("--rows", String(rows));
    const lines = Array.from({ length: rows }, (_, line) => this.#row(rows - 1 - line));
    fill(this.element, ...lines);
    const [x, y] = this.#current;
    const [first] = this.#cells.keys();
    const kept = this.cell(x, y) ? [x, y] : (first ?? "0,0").split(",").map(Number);
    this.#current = [kept[0], kept[1]];
    this.cell(kept[0], kept[1])?.setAttribute("tabindex", "0");
  }

  /** @param {number} y */
  #row(y) {
    const cells = Array.from({ length: this.#columns }, (_, x) => {
      if (!this.#options.view(x, y)) return make("div", { class: "gap", role: "presentation" });
      const cell = make("div", { role: "gridcell", tabindex: "-1", "data-at": `${x},${y}` });
      this.#cells.set(`${x},${y}`, cell);
      return cell;
    });
    return make("div", { class: "grid-row", role: "row" }, ...cells);
  }

  /** The cell of an event. @param {Event} event @returns {[number, number]|null} */
  #at(event) {
    const cell = /** @type {Element} */ (event.target).closest("[data-at]");
    if (!cell) return null;
    const [x, y] = String(cell.getAttribute("data-at")).split(",").map(Number);
    return [x, y];
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const at = this.#at(event);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#options.key?.(...at, event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      this.#options.use(...at, event);
    } else if (!this.#move(at, event.key)) {
      return;
    }
    event.preventDefault();
  }

  /** Moves the focus. @param {[number, number]} at @param {string} key @returns {boolean} whether it is a key that moves */
  #move([x, y], key) {
    const row = [...this.#cells.keys()].map((name) => name.split(",").map(Number)).filter((cell) => cell[1] === y);
    if (key === "Home") this.focus(row[0][0], y);
    else if (key === "End") this.focus(row[row.length - 1][0], y);
    else if (GRID_STEPS[key]) this.focus(x + GRID_STEPS[key][0], y + GRID_STEPS[key][1]);
    else return false;
    return true;
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const at = this.#at(event);
    if (!at) return;
    this.focus(...at);
    this.#options.use(...at, event);
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const at = this.#at(event);
    if (!at) return;
    this.select(...at);
    this.#options.enter?.(...at);
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const at = this.#at(event);
    if (!at || !this.#options.paint || event.pointerType === "touch") return;
    if (event.type === "pointerdown") this.#painting = true;
    else if (event.buttons !== 1) this.#painting = false;
    else if (this.#painting) this.#options.paint(...at);
  }
}
