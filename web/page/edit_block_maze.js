// The editor of block mazes: the board, the box, and where and how it ends.
import { exampleBlock, readBlock, writeBlock } from "./block_maze_model.js";
import { BoardEditor } from "./board_editor.js";
import { make } from "./dom.js";
import { numberField, tickField } from "./fields.js";

/** @import { FieldPlace, ReadAnswer } from "./types.js" */
/** @import { BlockState, BoxSize } from "./block_maze_model.js" */

/** Fields for a few numbers that belong together. @param {string[]} names @param {(index: number, typed: string) => void} changed */
function numbers(names, changed) {
  const fields = names.map((name, index) => numberField(name, (typed) => changed(index, typed)));
  return {
    element: make("div", { class: "pair" }, ...fields.map((field) => field.element)),
    place: fields[0].place,
    /** @param {string[]} values */
    show(values) {
      fields.forEach(({ control }, index) => {
        control.value = values[index] ?? "";
      });
    },
  };
}

const [CELL, SIZE] = [["x", "y"], ["Along x", "Along y", "Height"]];

class BlockMazeEditor {
  #state = exampleBlock();
  #changed;
  #board;
  #size;
  #start;
  #goal;
  #lies;
  #goalSize;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    this.#board = new BoardEditor({
      tools: [
        { value: "#", name: "blocked", key: "#" },
        { value: ".", name: "free", key: "." },
        { value: "start0", name: "start", key: "s" },
        { value: "goal0", name: "goal", key: "g" },
      ],
      state: () => this.#state,
      moveEnd: (cell, end) => {
        this.#state.dice[0][end === "start0" ? "start" : "goal"].cell = cell;
        this.#redrawn();
      },
      changed,
    });
    this.#size = numbers(SIZE, (index, typed) => this.#type(this.#state.size, index, typed));
    this.#start = numbers(CELL, (index, typed) => this.#type(this.#state.dice[0].start.cell, index, typed));
    this.#goal = numbers(CELL, (index, typed) => this.#type(this.#state.dice[0].goal.cell, index, typed));
    this.#lies = tickField("as at the start", (ticked) => {
      this.#state.goalSize = ticked ? null : /** @type {BoxSize} */ ([...this.#state.size]);
      this.#redrawn();
    });
    this.#goalSize = numbers(SIZE, (index, typed) => this.#type(this.#state.goalSize, index, typed));
    const group = (/** @type {string} */ name, /** @type {Node[]} */ ...fields) =>
      make("fieldset", { class: "group end" }, make("legend", {}, name), ...fields);
    const side = make(
      "div",
      { class: "side" },
      make("div", { class: "options" }, this.#board.size),
      group("Box at the start", this.#size.element),
      group("Start: its south-west cell", this.#start.element),
      group("Goal: its south-west cell", this.#goal.element, this.#lies.element, this.#goalSize.element),
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
    if (id.startsWith("board.")) return this.#board.field(id.slice("board.".length));
    const places = { size: this.#size, "start.cell": this.#start, "goal.cell": this.#goal, "goal.size": this.#goalSize };
    return places[/** @type {keyof typeof places} */ (id)]?.place ?? null;
  }

  #draw() {
    const { size, goalSize, dice } = this.#state;
    this.#board.show();
    this.#size.show(size);
    this.#start.show(dice[0].start.cell ?? []);
    this.#goal.show(dice[0].goal.cell ?? []);
    this.#lies.control.checked = !goalSize;
    this.#goalSize.element.hidden = !goalSize;
    this.#goalSize.show(goalSize ?? []);
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
