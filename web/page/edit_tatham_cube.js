// The editor of Cubes of Simon Tatham's: the game's id, or the board drawn.
import { make } from "./dom.js";
import { CutOff } from "./draft.js";
import { choiceField, labelled, selectField, sizeField } from "./fields.js";
import { Grid, withDirections } from "./grid.js";
import { SOLIDS, boardOf, boardOfId, mostSquares, noBlue, putBoard, putId, tathamId } from "./tatham_model.js";

/** @import { Draft, FieldPlace } from "./types.js" */
/** @import { Letter, TathamBoard } from "./tatham_model.js" */

class TathamCubeEditor {
  #draft;
  /** The board that is drawn. @type {TathamBoard} */
  #board;
  /** @type {CutOff<Pick<TathamBoard, "blue"|"start">>} */
  #cutOff = new CutOff();
  #changed;
  #tool = "blue";
  #slot = make("div", { class: "slot" });
  /** The size that the grid has. */
  #drawn = "";
  #id;
  #solid;
  #columns;
  #rows;
  #count = make("p", { class: "note", role: "status" });
  #grid;

  /** @param {Draft} draft @param {() => void} changed */
  constructor(draft, changed) {
    this.#draft = draft;
    this.#board = boardOfId(draft.game.id);
    this.#changed = changed;
    const id = make("input", { type: "text", spellcheck: "false", autocomplete: "off", class: "wide", oninput: () => this.#typeId(id.value) });
    this.#id = labelled("Game id", id);
    const solids = Object.entries(SOLIDS).map(([letter, { name }]) => /** @type {[string, string]} */ ([letter, name]));
    this.#solid = selectField("Solid", solids, (letter) => this.#choose(/** @type {Letter} */ (letter)));
    this.#columns = sizeField("Columns", () => this.#resize());
    this.#rows = sizeField("Rows", () => this.#resize());
    const choices = [{ value: "blue", name: "blue square", key: "b" }, { value: "cube", name: "the solid", key: "c" }];
    const tools = choiceField("Paint with", choices, (tool) => {
      this.#tool = tool;
    });
    tools.set(this.#tool);
    this.#grid = new Grid({
      label: "Board of the game, north on top",
      classes: "board",
      view: (x, y) => this.#view(x, y),
      use: (x, y) => this.#paint(x, y, this.#tool),
      key: (x, y, event) => this.#key(x, y, event.key),
    });
    const board = make("div", { class: "board-editor" }, tools.element, withDirections(this.#grid), this.#slot);
    const size = make("div", { class: "pair" }, this.#columns.element, this.#rows.element);
    this.element = make(
      "div",
      { class: "editor rolling" },
      board,
      make("div", { class: "side" }, this.#id.element, this.#solid.element, size, this.#count),
    );
    this.#draw();
  }

  get draft() {
    return this.#draft;
  }

  set draft(draft) {
    this.#draft = draft;
    // Of an id that is no game the board stays.
    if (draft.game) this.#board = boardOfId(draft.game.id);
    this.#draw();
  }

  /** An id that was typed and read is drawn. @param {Draft} draft */
  checked({ id, game }) {
    // Drawn already: a size that is being typed stays.
    if (!game || id !== this.#idText.trim() || game.id === tathamId(this.#board)) return;
    this.#board = boardOfId(game.id);
    this.#draw();
  }

  /** The id as it was typed; a game that is drawn, or saved, has one, too. @returns {string} */
  get #idText() {
    return this.#draft.id ?? this.#draft.game?.id ?? "";
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    return id === "id" ? this.#id.place : null;
  }

  #draw() {
    const { solid, columns, rows, blue } = this.#board;
    const [id, played] = [this.#idText, this.#draft.game?.played];
    const isOfTriangles = solid !== "c";
    if (this.#id.control.value.trim() !== id.trim()) this.#id.control.value = id;
    this.#solid.control.value = solid;
    this.#columns.control.value = String(columns);
    this.#rows.control.value = String(rows);
    setLabel(this.#columns.element, isOfTriangles ? "Upper side" : "Columns");
    setLabel(this.#rows.element, isOfTriangles ? "Lower side" : "Rows");
    const { width, height } = boardOf(solid, columns, rows);
    this.#grid.element.classList.toggle("triangles", isOfTriangles);
    // Boards of equal rectangles have different cells.
    if (this.#drawn !== `${solid}${columns}x${rows}`) this.#grid.clear();
    this.#drawn = `${solid}${columns}x${rows}`;
    this.#grid.draw(width, height);
    const count = blue.flat().filter(Boolean).length;
    const { name, faces } = SOLIDS[solid];
    const number = faces === 6 ? "six" : faces;
    const words = [`${count} blue square${count === 1 ? "" : "s"}; the ${name} has ${number} faces to fill.`];
    if (played) {
      const moves = `${played.length} move${played.length === 1 ? "" : "s"}`;
      words.push(`This is the beginning of a saved game, which goes on after its ${moves} ${played}. A change begins it anew.`);
    }
    this.#count.textContent = words.join(" ");
  }

  /** @param {number} x @param {number} y */
  #view(x, y) {
    const { solid, columns, rows, blue, start } = this.#board;
    const { has, pointsDown } = boardOf(solid, columns, rows);
    if (!has(x, y)) return null;
    const here = start[0] === x && start[1] === y;
    const nodes = here ? [make("span", { class: "mark cube" })] : [];
    const label = `x ${x}, y ${y}: ${blue[y]?.[x] ? "blue" : "white"}${here ? `, the ${SOLIDS[solid].name}` : ""}`;
    const shape = solid === "c" ? "" : pointsDown(x, y) ? " down" : " up";
    return { nodes, label, classes: `${blue[y]?.[x] ? "blue" : ""}${shape}` };
  }

  /** @param {number} x @param {number} y @param {string} key */
  #key(x, y, key) {
    const tool = { b: "blue", c: "cube" }[key];
    if (!tool) return false;
    this.#paint(x, y, tool);
    return true;
  }

  /** @param {number} x @param {number} y @param {string} tool */
  #paint(x, y, tool) {
    if (tool === "cube") this.#board.start = [x, y];
    else this.#board.blue[y][x] = !this.#board.blue[y][x];
    this.#redrawn();
  }

  /** A game of another solid. @param {Letter} letter */
  #choose(letter) {
    this.#board = boardOfId(SOLIDS[letter].example);
    this.#redrawn();
  }

  #resize() {
    const [columns, rows] = [this.#columns.control.value, this.#rows.control.value].map(Number);
    const { solid, blue, start } = this.#board;
    const least = solid === "c" ? 1 : 0;
    // Of larger sides not even the number of squares is asked for.
    const isSize = [columns, rows].every((side) => Number.isInteger(side) && side >= least && side <= mostSquares(solid));
    const { width, height, has, squares } = boardOf(solid, isSize ? columns : 1, isSize ? rows : 1);
    if (!isSize || squares.length === 0 || squares.length > mostSquares(solid)) {
      // tumble says what is wrong with such a size.
      this.#typeId(`${solid}${this.#columns.control.value}x${this.#rows.control.value}:,0`);
      this.#id.control.value = this.#idText;
      return;
    }
    const board = this.#cutOff.resized(this.#draft, { blue, start }, (whole) => {
      const [x, y] = [Math.min(whole.start[0], width - 1), Math.min(whole.start[1], height - 1)];
      return {
        blue: noBlue(width, height).map((row, south) => row.map((_, west) => has(west, south) && (whole.blue[south]?.[west] ?? false))),
        start: has(x, y) ? [x, y] : squares[0],
      };
    });
    Object.assign(this.#board, board, { columns, rows });
    this.#redrawn();
  }

  #redrawn() {
    putBoard(this.#draft, this.#board);
    this.#draw();
    this.#changed();
  }

  /** @param {string} id */
  #typeId(id) {
    putId(this.#draft, id.trim());
    this.#changed();
  }
}

/** @param {HTMLElement} field @param {string} text */
function setLabel(field, text) {
  const label = field.querySelector("label");
  if (label) label.textContent = text;
}

/** @param {Draft} draft @param {() => void} changed @returns {import("./types.js").Editor} */
export function createTathamCubeEditor(draft, changed) {
  return new TathamCubeEditor(draft, changed);
}
