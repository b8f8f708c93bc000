// The editor of Sudoku Cubes: the net, a keypad with the counts of the digits, and the cube itself beside them.
import { createPlayer } from "../player/player.js";
import { fill, make } from "./dom.js";
import { labelled } from "./fields.js";
import { Grid } from "./grid.js";
import { digitCounts, FACES, fieldAt, isCentre, NET_SIZE, readingOrder } from "./sudoku_model.js";

/** @import { CellView } from "./grid.js" */
/** @import { NetField } from "./sudoku_model.js" */
/** @import { Draft, Editor, FieldPlace, ReadNet } from "./types.js" */

/** A digit occurs on a Sudoku Cube so many times. */
const TIMES = 6;

/** @type {[sign: string, name: string, direction: number|null][]} */
const DIRECTION_BUTTONS = [["↑", "top up", 0], ["→", "top right", 1], ["↓", "top down", 2], ["←", "top left", 3], ["?", "direction open", null]];

/** Buttons that do what the keys do, for the finger. */
export class DigitPad {
  #digits;

  /**
   * @param {(digit: number) => void} digit
   * @param {(direction: number|null) => void} direction
   */
  constructor(digit, direction) {
    this.#digits = Array.from({ length: 9 }, (_, index) =>
      make("button", { type: "button", class: "pad-digit", onclick: () => digit(index + 1) }, make("b", {}, String(index + 1))),
    );
    const directions = DIRECTION_BUTTONS.map(([sign, name, value]) =>
      make("button", { type: "button", class: "pad-direction", "aria-label": name, title: name, onclick: () => direction(value) }, sign),
    );
    this.element = make(
      "div",
      { class: "pad", role: "group", "aria-label": "Digits and directions" },
      make("div", { class: "pad-row pad-digits" }, ...this.#digits),
      make("div", { class: "pad-row pad-directions" }, ...directions),
    );
  }

  /** @param {number[]} counts how often each digit occurs */
  show(counts) {
    this.#digits.forEach((button, index) => {
      const count = counts[index + 1];
      const state = count > TIMES ? "too-many" : count === TIMES ? "enough" : "";
      const verdict = count > TIMES ? ", too many" : "";
      button.className = `pad-digit ${state}`;
      button.setAttribute("aria-label", `${index + 1}: ${count} of ${TIMES}${verdict}`);
      button.setAttribute("data-count", `${count}/${TIMES}`);
    });
  }
}

/** The pause after an edit before the cube is drawn again, in milliseconds. */
const REDRAW = 120;

/** A cube that can be dragged. */
export class CubePreview {
  element = make("div", { class: "preview" });
  /** @type {ReturnType<typeof createPlayer>|null} */
  #player = null;
  #timer = 0;

  /** @param {NetField[]} fields */
  show(fields) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#draw(structuredClone(fields)), REDRAW);
  }

  /** @param {NetField[]} fields */
  #draw(fields) {
    const faces = /** @type {any} */ (Object.fromEntries(FACES.map((face, index) => [face, fields.slice(index * 9, index * 9 + 9).map(shown)])));
    // It is seen from where the reader looked at it.
    const view = this.#player?.state().view;
    this.#player?.destroy();
    const stage = { kind: /** @type {const} */ ("cube"), faces, turns: [] };
    this.#player = createPlayer(this.element, { format: 1, puzzle: "sudoku-cube", title: "The cube of the net", stage }, { view });
  }
}

/** A blank field has no digit. @param {NetField} field */
function shown({ digit, direction }) {
  return { digit: digit || null, direction };
}

/** The directions 0 to 3 as they are typed. */
const ARROWS = ["^", ">", "v", "<"];

const DIRECTION_NAMES = ["up", "right", "down", "left"];

/** The direction that a key means with Shift held. @type {Record<string, number>} */
const SHIFTED = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

class SudokuCubeEditor {
  #draft;
  #changed;
  #netIn;
  /** The field in which a digit was typed last, without a direction after it. @type {number|null} */
  #typed = null;
  /** The field that a click turns, because it had the focus before. @type {number|null} */
  #focused = null;
  #slot = make("div", { class: "slot" });
  #status = make("p", { class: "note", role: "status" });
  #grid;
  #pad;
  #preview = new CubePreview();
  #symmetric = labelled(
    "Digits that read the same upside down",
    make("input", { class: "number", inputmode: "numeric", autocomplete: "off", oninput: () => this.#setSymmetric() }),
  );

  /** @param {Draft} draft @param {() => void} changed @param {ReadNet} netIn */
  constructor(draft, changed, netIn) {
    this.#draft = draft;
    this.#changed = changed;
    this.#netIn = netIn;
    this.#grid = new Grid({
      label: "Net of the cube: U above, L F R B in a row, D below",
      classes: "net",
      view: (x, y) => this.#view(x, y),
      use: (x, y, event) => this.#use(x, y, event),
      key: (x, y, event) => this.#key(x, y, event),
      enter: (x, y) => this.#entered(x, y),
    });
    this.#grid.element.addEventListener("paste", (event) => this.#paste(event));
    this.#pad = new DigitPad((digit) => this.#padDigit(digit), (direction) => this.#padDirection(direction));
    const hint = make(
      "p",
      { class: "note" },
      "Type a digit, then where its top points: ^ > v <, or Shift and an arrow key; the next field then comes by itself. ",
      "A click on the chosen digit turns it. Directions of centres may stay open. After Esc, Tab leaves the net. A net can be pasted.",
    );
    const clear = make(
      "button",
      { type: "button", class: "small", onclick: () => this.#replace(this.#fields.map(() => ({ digit: 0, direction: null }))) },
      "Clear the net",
    );
    const net = make("div", {}, this.#grid.element, this.#slot);
    const words = make("div", { class: "words" }, this.#status, hint, clear);
    const side = make("div", { class: "side" }, this.#preview.element, this.#symmetric.element);
    this.element = make("div", { class: "editor sudoku" }, net, this.#pad.element, words, side);
    this.#draw();
  }

  /** A net is shown as far as it can be read. @param {Draft} draft */
  canShow({ fields, symmetric = [] }) {
    return fields !== undefined && Array.isArray(symmetric);
  }

  /** Whether every field has a digit. */
  get isFilled() {
    return this.#fields.every(({ digit }) => digit > 0);
  }

  get draft() {
    return this.#draft;
  }

  set draft(draft) {
    this.#draft = draft;
    this.#typed = null;
    this.#draw();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    if (id.startsWith("symmetric")) return this.#symmetric.place;
    if (!id.startsWith("net.")) return id === "net" ? { element: this.#grid.element, slot: this.#slot } : null;
    const number = Number(id.slice("net.".length));
    const [x, y] = cellOfField(number);
    const cell = this.#grid.cell(x, y);
    const { digit, direction } = this.#fields[number];
    const blank = digit === 0 || (direction === null && !isCentre(number));
    return cell && { element: cell, slot: this.#slot, blank };
  }

  #draw() {
    this.#grid.draw(NET_SIZE.columns, NET_SIZE.rows);
    const counts = digitCounts(this.#fields);
    this.#pad.show(counts);
    const { symmetric = [1] } = this.#draft;
    if (this.#symmetricDigits().join() !== symmetric.join()) this.#symmetric.control.value = symmetric.join(" ");
    const filled = 54 - counts[0];
    const open = this.#fields.filter(({ digit, direction }, field) => digit && direction === null && !isCentre(field)).length;
    const parts = [filled < 54 ? `${filled} of 54 fields filled in` : "All fields filled in"];
    if (open) parts.push(`${open} without a direction`);
    fill(this.#status, `${parts.join(", ")}.`);
    this.#preview.show(this.#fields);
  }

  /** @returns {NetField[]} */
  get #fields() {
    return this.#draft.fields;
  }

  /** @param {number} x @param {number} y @returns {CellView|null} */
  #view(x, y) {
    const field = fieldAt(NET_SIZE.rows - 1 - y, x);
    if (field === null) return null;
    const { digit, direction } = this.#fields[field];
    const face = FACES[Math.floor(field / 9)];
    const way = direction === null ? (isCentre(field) ? "" : ", no direction") : ` ${DIRECTION_NAMES[direction]}`;
    const spoken = digit ? `${digit}${way}` : "blank";
    const place = `${face} row ${Math.floor((field % 9) / 3) + 1} column ${(field % 3) + 1}`;
    const classes = [x % 3 === 0 && "first-x", y % 3 === 2 && "first-y", isCentre(field) && "centre"];
    // The right and the lower edge of the whole net.
    classes.push((y > 2 && y < 6 ? x === 11 : x === 5) && "last-x", (x > 2 && x < 6 ? y === 0 : y === 3) && "last-y");
    const underlined = digit === 6 || digit === 9 ? " underlined" : "";
    const shown = make(
      "span",
      { class: `digit turn-${direction ?? 0}${underlined}${direction === null ? " undirected" : ""}` },
      digit ? String(digit) : "",
    );
    const nodes = isCentre(field) && !digit ? [make("span", { class: "face-name" }, face)] : [shown];
    return { nodes, label: `${place}: ${spoken}`, classes: classes.filter(Boolean).join(" ") };
  }

  /** The field at a cell of the grid. @param {number} x @param {number} y */
  #field(x, y) {
    return fieldAt(NET_SIZE.rows - 1 - y, x) ?? 0;
  }

  /** @param {number} x @param {number} y */
  #entered(x, y) {
    const field = this.#field(x, y);
    if (field !== this.#typed) this.#typed = null;
  }

  /** A click on the field that was chosen before turns its digit. @param {number} x @param {number} y @param {Event} event */
  #use(x, y, event) {
    const field = this.#field(x, y);
    if (event.type !== "click" || this.#focused === field) {
      const { digit, direction } = this.#fields[field];
      if (digit) this.#set(field, { direction: direction === null ? 0 : (direction + 1) % 4 });
    }
    this.#focused = field;
  }

  /** @param {number} x @param {number} y @param {KeyboardEvent} event */
  #key(x, y, event) {
    const field = this.#field(x, y);
    this.#focused = field;
    if (/^[1-9]$/.test(event.key)) return this.#typeDigit(field, Number(event.key));
    const direction = event.shiftKey && event.key in SHIFTED ? SHIFTED[event.key] : ARROWS.indexOf(event.key.toLowerCase());
    if (direction >= 0 || event.key === "?") return this.#typeDirection(field, event.key === "?" ? null : direction);
    if (event.key === "Backspace" || event.key === "Delete") return this.#erase(field, event.key === "Backspace");
    if (event.key === "Tab") return this.#leaving ? false : this.#step(field, event.shiftKey ? -1 : 1);
    this.#leaving = event.key === "Escape";
    return this.#leaving;
  }

  /** Whether Tab leaves the net: after Escape. */
  #leaving = false;

  /** @param {number} field @param {number} digit */
  #typeDigit(field, digit) {
    // A second digit in a row belongs to the next field: directions can be given later.
    const target = this.#typed === field ? (nextField(field, 1) ?? field) : field;
    this.#goTo(target);
    this.#set(target, { digit });
    this.#typed = target;
    return true;
  }

  /** @param {number} field @param {number|null} direction */
  #typeDirection(field, direction) {
    this.#set(field, { direction });
    this.#typed = null;
    this.#step(field, 1);
    return true;
  }

  /** @param {number} field @param {boolean} back */
  #erase(field, back) {
    this.#typed = null;
    const blank = this.#fields[field].digit === 0;
    this.#set(field, { digit: 0, direction: null });
    if (back && blank) this.#step(field, -1);
    return true;
  }

  /** Goes to the next or the previous field; whether there is one. @param {number} field @param {number} by */
  #step(field, by) {
    const next = nextField(field, by);
    if (next !== null) this.#goTo(next);
    return next !== null;
  }

  /** @param {number} field */
  #goTo(field) {
    this.#leaving = false;
    this.#grid.focus(...cellOfField(field));
    this.#focused = field;
  }

  /** @param {number} digit */
  #padDigit(digit) {
    this.#typeDigit(this.#field(...this.#grid.current), digit);
  }

  /** @param {number|null} direction */
  #padDirection(direction) {
    this.#typeDirection(this.#field(...this.#grid.current), direction);
  }

  /** @param {number} field @param {Partial<NetField>} values */
  #set(field, values) {
    Object.assign(this.#fields[field], values);
    this.#draw();
    this.#changed();
  }

  /** The digits in the field of the symmetric ones. */
  #symmetricDigits() {
    return [...this.#symmetric.control.value].filter((character) => /\d/.test(character)).map(Number);
  }

  #setSymmetric() {
    this.#draft.symmetric = this.#symmetricDigits();
    this.#changed();
  }

  /** @param {NetField[]} fields */
  #replace(fields) {
    this.#draft.fields = fields;
    this.#typed = null;
    this.#draw();
    this.#changed();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    const net = this.#netIn(text);
    if (!net) return;
    event.preventDefault();
    this.#replace(net.fields);
    if (net.wrong) this.#status.append(" Some of the pasted net could not be read, and was left blank or out.");
  }
}

/** The cell of the grid of a field. @param {number} field @returns {[number, number]} */
function cellOfField(field) {
  for (let row = 0; row < NET_SIZE.rows; row += 1) {
    for (let column = 0; column < NET_SIZE.columns; column += 1) {
      if (fieldAt(row, column) === field) return [column, NET_SIZE.rows - 1 - row];
    }
  }
  throw new Error(`a net has no field ${field}`);
}

/** The next field in the order of reading, or the one before. @param {number} field @param {number} by @returns {number|null} */
function nextField(field, by) {
  const order = readingOrder();
  return order[order.indexOf(field) + by] ?? null;
}

/** @param {Draft} draft @param {() => void} changed @param {ReadNet} netIn @returns {Editor} */
export function createSudokuCubeEditor(draft, changed, netIn) {
  return new SudokuCubeEditor(draft, changed, netIn);
}
