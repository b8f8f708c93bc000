// The editor of cube trays: the tray at the start and at the end, painted.
import { make } from "./dom.js";
import { CutOff } from "./cut_off.js";
import { choiceField, sizeField } from "./fields.js";
import { TrayGrid } from "./tray_grid.js";
import { exampleTray, maxTrayCells, plainTray, readTray, resizedTray, writeTray } from "./tray_model.js";

/** @import { FieldPlace, ReadAnswer } from "./types.js" */
/** @import { TrayState } from "./tray_model.js" */

class CubeTrayEditor {
  #state = exampleTray();
  /** What there was of the other kind of cubes before the kind was changed. @type {TrayState|null} */
  #other = null;
  /** @type {CutOff<Pick<TrayState, "start"|"goal">>} */
  #cutOff = new CutOff();
  #changed;
  #kind;
  #columns;
  #rows;
  #note = make("p", { class: "note" });
  #hand;
  #start;
  #goal;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const kinds = [
      { value: "cubes", name: "black and coloured cubes" },
      { value: "dice", name: "dice" },
    ];
    this.#kind = choiceField("Cubes", kinds, (kind) => this.#setKind(kind === "dice"));
    this.#columns = sizeField("Columns", () => this.#resize());
    this.#rows = sizeField("Rows", () => this.#resize());
    const hands = [
      { value: "", name: "right-handed" },
      { value: "left", name: "left-handed" },
    ];
    this.#hand = choiceField("Dice", hands, (hand) => {
      this.#state.handedness = hand;
      this.#changed();
    });
    this.#start = new TrayGrid("Start", () => this.#state, "start", changed);
    this.#goal = new TrayGrid("Goal", () => this.#state, "goal", changed);
    const size = make("div", { class: "pair" }, this.#columns.element, this.#rows.element);
    const top = make("div", { class: "tray-fields" }, this.#kind.element, size, this.#hand.element);
    const trays = make("div", { class: "trays" }, this.#start.element, this.#goal.element);
    this.element = make("div", { class: "editor tray" }, top, this.#note, trays);
    this.#draw();
  }

  write() {
    return writeTray(this.#state);
  }

  /** @param {ReadAnswer} model */
  load(model) {
    this.state = readTray(model);
  }

  get state() {
    return this.#state;
  }

  set state(state) {
    [this.#state, this.#other] = [state, null];
    this.#draw();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    if (id === "cubes") return this.#kind.place;
    if (id === "handedness") return this.#hand.place;
    if (id.startsWith("start")) return this.#start.field(id);
    return id.startsWith("goal") ? this.#goal.field(id) : null;
  }

  #draw() {
    const { oriented, handedness, start } = this.#state;
    this.#kind.set(oriented ? "dice" : "cubes");
    this.#hand.element.hidden = !oriented;
    this.#hand.set(handedness === "left" ? "left" : "");
    this.#columns.control.value = String(start[0].length);
    this.#rows.control.value = String(start.length);
    this.#note.textContent = "";
    this.#start.show();
    this.#goal.show();
  }

  #resize() {
    const [columns, rows] = [Number(this.#columns.control.value), Number(this.#rows.control.value)];
    const { oriented } = this.#state;
    const limit = maxTrayCells(oriented);
    const possible =
      Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0 && columns * rows <= limit;
    this.#note.textContent = possible ? "" : `A tray has 1 to ${limit} cells here.`;
    if (!possible) return;
    const { start, goal } = this.#state;
    const trays = this.#cutOff.resized(this.#state, { start, goal }, (whole) => ({
      start: resizedTray(whole.start, columns, rows, oriented ? "12" : "k"),
      goal: resizedTray(whole.goal, columns, rows, oriented ? "??" : "c"),
    }));
    Object.assign(this.#state, trays);
    this.#draw();
    this.#changed();
  }

  /** @param {boolean} oriented */
  #setKind(oriented) {
    [this.#state, this.#other] = [this.#other ?? this.#plain(oriented), this.#state];
    this.#draw();
    this.#changed();
  }

  /** Trays of one kind of cubes, as large as these, as far as possible. @param {boolean} oriented @returns {TrayState} */
  #plain(oriented) {
    const columns = this.#state.start[0].length;
    const rows = Math.min(this.#state.start.length, Math.floor(maxTrayCells(oriented) / columns));
    const [hole, from, to] = oriented ? ["__", "12", "15"] : ["_", "k", "c"];
    return {
      ...this.#state,
      oriented,
      handedness: "",
      start: plainTray(columns, rows, from, hole),
      goal: plainTray(columns, rows, to, hole),
    };
  }
}

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createCubeTrayEditor(changed) {
  return new CubeTrayEditor(changed);
}
