// The editor of Sudoku Cubes: the net, a keypad with the counts of the digits, and the cube itself beside them.
import { fill, make } from "./dom.js";
import { Grid } from "./grid.js";
import { CubePreview } from "./cube_preview.js";
import { DigitPad } from "./digit_pad.js";
import { labelled } from "./fields.js";
import { ARROWS, FACES, NET_SIZE, digitCounts, emptySudoku, fieldAt, isCentre } from "./sudoku_model.js";
import { looksLikeNet, netPlaces, netRoughly, readSudoku, readingOrder, writeSudoku } from "./sudoku_model.js";

/** @import { FieldPlace, ModelDocument, ReadAnswer, Rough } from "./types.js" */
/** @import { CellView } from "./grid.js" */
/** @import { NetField, SudokuState } from "./sudoku_model.js" */

const DIRECTION_NAMES = ["up", "right", "down", "left"];

/** The direction that a key means with Shift held. @type {Record<string, number>} */
const SHIFTED = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

class SudokuCubeEditor {
  /** @type {SudokuState} */
  #state = emptySudoku();
  #changed;
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

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    this.#grid = new Grid({
      label: "Net of the cube: U above, L F R B in a row, D below",
      classes: "net",
      view: (x, y) => this.#view(x, y),
      use: (x, y, event) => this.#use(x, y, event),
      key: (x, y, event) => this.#key(x, y, event),
      enter: (x, y) => this.#entered(x, y),
    });
    this.#grid.element.addEventListener("paste", (event) => this.#paste(event));
    this.#pad = new DigitPad(
      (digit) => this.#padDigit(digit),
      (direction) => this.#padDirection(direction),
    );
    const hint = make(
      "p",
      { class: "note" },
      "Type a digit, then where its top points: ^ > v <, or Shift and an arrow key; the next field then comes by itself. ",
      "A click on the chosen digit turns it. Directions of centres may stay open. After Esc, Tab leaves the net. A net can be pasted.",
    );
    const clear = make(
      "button",
      { type: "button", class: "small", onclick: () => this.#replace(emptySudoku().fields) },
      "Clear the net",
    );
    const net = make("div", {}, this.#grid.element, this.#slot);
    const words = make("div", { class: "words" }, this.#status, hint, clear);
    const side = make("div", { class: "side" }, this.#preview.element, this.#symmetric.element);
    this.element = make("div", { class: "editor sudoku" }, net, this.#pad.element, words, side);
    this.#draw();
  }

  write() {
    return writeSudoku(this.#state);
  }

  /** @param {ReadAnswer} model */
  load(model) {
    this.state = readSudoku(model);
  }

  /** @param {ModelDocument} document @param {string} text @returns {Rough|null} */
  loadRoughly({ net, symmetric, solve }, text) {
    if (typeof net !== "string") return null;
    const { fields, whole } = netRoughly(net);
    const isList = Array.isArray(symmetric) && symmetric.every(Number.isInteger);
    this.state = { fields, ...(isList && { symmetric }), solve };
    return { places: netPlaces(text, net), whole: whole && (isList || symmetric === undefined) };
  }

  /** Whether every field has a digit. */
  get isFilled() {
    return this.#state.fields.every(({ digit }) => digit > 0);
  }

  get state() {
    return this.#state;
  }

  set state(state) {
    this.#state = state;
    this.#typed = null;
    this.#draw();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    if (id === "symmetric") return this.#symmetric.place;
    const field = /^net\.([ULFRBD])(\d)$/.exec(id);
    if (!field) return id.startsWith("net") ? { element: this.#grid.element, slot: this.#slot } : null;
    const number = FACES.indexOf(field[1]) * 9 + Number(field[2]);
    const [x, y] = cellOfField(number);
    const cell = this.#grid.cell(x, y);
    const { digit, direction } = this.#state.fields[number];
    const blank = digit === 0 || (direction === null && !isCentre(number));
    return cell && { element: cell, slot: this.#slot, blank };
  }

  #draw() {
    this.#grid.draw(NET_SIZE.columns, NET_SIZE.rows);
    const counts = digitCounts(this.#state.fields);
    this.#pad.show(counts);
    const { symmetric = [1] } = this.#state;
    if (this.#symmetricDigits().join() !== symmetric.join()) this.#symmetric.control.value = symmetric.join(" ");
    const filled = 54 - counts[0];
    const open = this.#state.fields.filter(
      ({ digit, direction }, field) => digit && direction === null && !isCentre(field),
    ).length;
    const parts = [filled < 54 ? `${filled} of 54 fields filled in` : "All fields filled in"];
    if (open) parts.push(`${open} without a direction`);
    fill(this.#status, `${parts.join(", ")}.`);
    this.#preview.show(this.#state.fields);
  }

  /** @param {number} x @param {number} y @returns {CellView|null} */
  #view(x, y) {
    const field = fieldAt(NET_SIZE.rows - 1 - y, x);
    if (field === null) return null;
    const { digit, direction } = this.#state.fields[field];
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
      const { digit, direction } = this.#state.fields[field];
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
    const blank = this.#state.fields[field].digit === 0;
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
    Object.assign(this.#state.fields[field], values);
    this.#draw();
    this.#changed();
  }

  /** The digits in the field of the symmetric ones. */
  #symmetricDigits() {
    return [...this.#symmetric.control.value].filter((character) => /\d/.test(character)).map(Number);
  }

  #setSymmetric() {
    this.#state.symmetric = this.#symmetricDigits();
    this.#changed();
  }

  /** @param {NetField[]} fields */
  #replace(fields) {
    this.#state.fields = fields;
    this.#typed = null;
    this.#draw();
    this.#changed();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!looksLikeNet(text)) return;
    event.preventDefault();
    const { fields, whole } = netRoughly(text);
    this.#replace(fields);
    if (!whole) this.#status.append(" Some of the pasted net could not be read, and was left blank or out.");
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

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createSudokuCubeEditor(changed) {
  return new SudokuCubeEditor(changed);
}
