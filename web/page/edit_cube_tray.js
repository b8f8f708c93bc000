// The editor of cube trays: the tray at the start and at the end, painted.
import { make } from "./dom.js";
import { CutOff } from "./cut_off.js";
import { DIE_PLACES } from "./die.js";
import { choiceField, labelled, sizeField, tickField } from "./fields.js";
import { TrayGrid } from "./tray_grid.js";
import * as trays from "./tray_model.js";

/** @import { FieldPlace, ReadAnswer } from "./types.js" */
/** @import { TrayKind, TrayState } from "./tray_model.js" */

class CubeTrayEditor {
  #state = trays.exampleTray();
  /** What there was of other kinds of cubes before the kind was changed. @type {Map<TrayKind, TrayState>} */
  #others = new Map();
  /** @type {CutOff<Pick<TrayState, "start" | "goal" | "names">>} */
  #cutOff = new CutOff();
  #changed;
  #kind;
  #columns;
  #rows;
  #note = make("p", { class: "note" });
  #hand;
  /** The field of each face of a cube with letters. */
  #letters;
  #start;
  #goal;
  #anyHole = tickField("any cell may be the hole", (ticked) => this.#leaveHole(ticked));

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const kinds = [
      { value: "six-states", name: "black and coloured cubes" },
      { value: "oriented", name: "dice" },
      { value: "lettered", name: "cubes with letters" },
    ];
    this.#kind = choiceField("Cubes", kinds, (kind) => this.#setKind(/** @type {TrayKind} */ (kind)));
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
    this.#letters = new Map(DIE_PLACES.map((place) => [place, this.#letterField(place)]));
    this.#start = new TrayGrid("Start", () => this.#state, "start", changed);
    this.#goal = new TrayGrid("Goal", () => this.#state, "goal", changed);
    const size = make("div", { class: "pair" }, this.#columns.element, this.#rows.element);
    const letters = [...this.#letters.values()].map(({ element }) => element);
    const top = make("div", { class: "tray-fields" }, this.#kind.element, size, this.#hand.element, ...letters);
    this.#goal.element.append(this.#anyHole.element);
    const both = make("div", { class: "trays" }, this.#start.element, this.#goal.element);
    this.element = make("div", { class: "editor tray" }, top, this.#note, both);
    this.#draw();
  }

  write() {
    return trays.writeTray(this.#state);
  }

  /** @param {ReadAnswer} model */
  load(model) {
    this.state = trays.readTray(model);
  }

  get state() {
    return this.#state;
  }

  set state(state) {
    this.#state = state;
    this.#others.clear();
    this.#draw();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    if (id === "cubes") return this.#kind.place;
    if (id === "handedness") return this.#hand.place;
    for (const [place, { place: field }] of this.#letters) if (id === trays.letterId(place)) return field;
    if (id.startsWith("cube")) return this.#kind.place;
    if (id === "goal.hole") return this.#anyHole.place;
    if (id.startsWith("start")) return this.#start.field(id);
    return id.startsWith("goal") ? this.#goal.field(id) : null;
  }

  #draw() {
    const { kind, handedness, faces, kinds, start, anyHole } = this.#state;
    this.#kind.set(kind);
    this.#hand.element.hidden = kind !== "oriented";
    for (const [place, { element, control }] of this.#letters) {
      element.hidden = kind !== "lettered" || kinds !== undefined;
      control.value = faces?.[place] ?? "";
    }
    this.#hand.set(handedness === "left" ? "left" : "");
    this.#columns.control.value = String(start[0].length);
    this.#rows.control.value = String(start.length);
    this.#anyHole.control.checked = anyHole ?? false;
    this.#note.textContent = "";
    this.#start.show();
    this.#goal.show();
  }

  #resize() {
    const [columns, rows] = [Number(this.#columns.control.value), Number(this.#rows.control.value)];
    const limit = trays.maxTrayCells(this.#state.kind);
    const possible =
      Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0 && columns * rows <= limit;
    this.#note.textContent = possible ? "" : `A tray has 1 to ${limit} cells here.`;
    if (!possible) return;
    const { start, goal, names } = this.#state;
    const resized = this.#cutOff.resized(this.#state, { start, goal, ...(names && { names }) }, (whole) =>
      trays.resizedTrays(this.#state, whole, columns, rows),
    );
    Object.assign(this.#state, resized);
    this.#draw();
    this.#changed();
  }

  /** @param {boolean} ticked */
  #leaveHole(ticked) {
    trays.leaveHole(this.#state, ticked);
    this.#draw();
    this.#changed();
  }

  /** @param {TrayKind} kind */
  #setKind(kind) {
    this.#others.set(this.#state.kind, this.#state);
    this.#state = this.#others.get(kind) ?? trays.traysOf(this.#state, kind);
    this.#draw();
    this.#changed();
  }

  /** The field for the letter of a face. @param {import("./die.js").DiePlace} place */
  #letterField(place) {
    const control = make("input", {
      type: "text",
      maxlength: 1,
      autocomplete: "off",
      autocapitalize: "off",
      class: "letter",
      oninput: () => {
        if (!this.#state.faces) return;
        this.#state.faces = { ...this.#state.faces, [place]: control.value };
        this.#start.draw();
        this.#goal.draw();
        this.#changed();
      },
    });
    return labelled(place[0].toUpperCase() + place.slice(1), control);
  }
}

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createCubeTrayEditor(changed) {
  return new CubeTrayEditor(changed);
}
