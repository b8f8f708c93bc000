// The editor of block mazes: the board and what its floor does, the box, and where and how it ends.
import { exampleBlock, readBlock, writeBlock } from "./block_maze_model.js";
import { BoardEditor } from "./board_editor.js";
import { make } from "./dom.js";
import { numberFields, tickField } from "./fields.js";
import { FloorEditor, toolsOf } from "./floor_editor.js";

/** @import { FieldPlace, ReadAnswer } from "./types.js" */
/** @import { BlockState, BoxSize } from "./block_maze_model.js" */

const [CELL, SIZE] = [["x", "y"], ["Along x", "Along y", "Height"]];

class BlockMazeEditor {
  #state = exampleBlock();
  #changed;
  #board;
  #floor;
  #size;
  #start;
  #goal;
  #lies;
  #goalSize;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    this.#board = new BoardEditor({
      tools: (tool) => toolsOf(this.#state, tool),
      state: () => this.#state,
      move: (cell, tool) => {
        this.#move(cell, tool);
        this.#redrawn();
      },
      adds: (key) => this.#floor.adds(key),
      changed: () => {
        this.#floor.show(this.#board.tool);
        changed();
      },
    });
    const begun = (/** @type {string} */ letter) => {
      this.#board.tool = letter;
      this.#draw();
    };
    this.#floor = new FloorEditor(() => this.#state, begun, () => this.#redrawn());
    this.#size = numberFields(SIZE, (index, typed) => this.#type(this.#state.size, index, typed));
    this.#start = numberFields(CELL, (index, typed) => this.#type(this.#state.dice[0].start.cell, index, typed));
    this.#goal = numberFields(CELL, (index, typed) => this.#type(this.#state.dice[0].goal.cell, index, typed));
    this.#lies = tickField("with the sizes of the start", (ticked) => {
      this.#state.goalSize = ticked ? null : /** @type {BoxSize} */ ([...this.#state.size]);
      this.#redrawn();
    });
    this.#goalSize = numberFields(SIZE, (index, typed) => this.#type(this.#state.goalSize, index, typed));
    const group = (/** @type {string} */ name, /** @type {Node[]} */ ...fields) =>
      make("fieldset", { class: "group end" }, make("legend", {}, name), ...fields);
    const side = make(
      "div",
      { class: "side" },
      make("div", { class: "options" }, this.#board.size),
      group("Box at the start", this.#size.element),
      group("Start: its south-west cell", this.#start.element),
      group("Goal: its south-west cell", this.#goal.element, this.#lies.element, this.#goalSize.element),
      this.#floor.element,
    );
    this.element = make("div", { class: "editor rolling" }, this.#board.element, side);
    this.#draw();
  }

  write() {
    return writeBlock(this.#state);
  }

  /** @param {ReadAnswer} model */
  load(model) {
    this.state = readBlock(model);
  }

  /** @returns {BlockState} */
  get state() {
    return this.#state;
  }

  set state(state) {
    this.#state = state;
    this.#draw();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    const ofFloor = this.#floor.field(id);
    if (ofFloor) return ofFloor;
    if (id.startsWith("board.")) return this.#board.field(id.slice("board.".length));
    const places = { size: this.#size, "start.cell": this.#start, "goal.cell": this.#goal, "goal.size": this.#goalSize };
    return places[/** @type {keyof typeof places} */ (id)]?.place ?? null;
  }

  #draw() {
    const { size, goalSize, dice } = this.#state;
    this.#board.show();
    this.#floor.show(this.#board.tool);
    this.#size.show(size);
    this.#start.show(dice[0].start.cell ?? []);
    this.#goal.show(dice[0].goal.cell ?? []);
    this.#lies.control.checked = !goalSize;
    this.#goalSize.element.hidden = !goalSize;
    this.#goalSize.show(goalSize ?? []);
  }

  /** Puts an end or a cube of a splitter on a cell. @param {[string, string]} cell @param {string} tool */
  #move(cell, tool) {
    const [{ start, goal }] = this.#state.dice;
    if (tool === "start0") start.cell = cell;
    else if (tool === "goal0") goal.cell = cell;
    else this.#state.letters[tool.slice(1)].to?.splice(Number(tool[0]), 1, cell);
  }

  #redrawn() {
    this.#draw();
    this.#changed();
  }

  /** @param {string[]|null} values @param {number} index @param {string} typed */
  #type(values, index, typed) {
    if (values) values[index] = typed;
    this.#board.show();
    this.#changed();
  }
}

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createBlockMazeEditor(changed) {
  return new BlockMazeEditor(changed);
}
