// The editor of cube trays: the tray at the start and at the end, painted.
import { make } from "./dom.js";
import { CutOff, put } from "./draft.js";
import { DIE_PLACES } from "./die.js";
import { choiceField, labelled, sizeField, tickField } from "./fields.js";
import { TrayGrid } from "./tray_grid.js";
import * as trays from "./tray_model.js";

/** @import { Draft, FieldPlace } from "./types.js" */
/** @import { TrayKind, Trays } from "./tray_model.js" */

class CubeTrayEditor {
  #draft;
  /** What there was of other kinds of cubes before the kind was changed. @type {Map<TrayKind, Draft>} */
  #others = new Map();
  /** @type {CutOff<Trays>} */
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

  /** @param {Draft} draft @param {() => void} changed */
  constructor(draft, changed) {
    this.#draft = draft;
    this.#changed = changed;
    const kinds = [
      { value: "six-states", name: "black and coloured cubes" },
      { value: "oriented", name: "dice" },
      { value: "lettered", name: "cubes with letters" },
    ];
    this.#kind = choiceField("Cubes", kinds, (kind) => this.#setKind(/** @type {TrayKind} */ (kind)));
    this.#columns = sizeField("Columns", () => this.#resize());
    this.#rows = sizeField("Rows", () => this.#resize());
    const hands = [{ value: "", name: "right-handed" }, { value: "left", name: "left-handed" }];
    this.#hand = choiceField("Dice", hands, (hand) => {
      put(this.#draft, "handedness", hand);
      this.#changed();
    });
    this.#letters = new Map(DIE_PLACES.map((place) => [place, this.#letterField(place)]));
    this.#start = new TrayGrid("Start", () => this.#draft, "start", changed);
    this.#goal = new TrayGrid("Goal", () => this.#draft, "goal", changed);
    const size = make("div", { class: "pair" }, this.#columns.element, this.#rows.element);
    const letters = [...this.#letters.values()].map(({ element }) => element);
    const top = make("div", { class: "tray-fields" }, this.#kind.element, size, this.#hand.element, ...letters);
    this.#goal.element.append(this.#anyHole.element);
    const both = make("div", { class: "trays" }, this.#start.element, this.#goal.element);
    this.element = make("div", { class: "editor tray" }, top, this.#note, both);
    this.#show();
  }

  get draft() {
    return this.#draft;
  }

  set draft(draft) {
    this.#draft = draft;
    this.#others.clear();
    this.#show();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    if (id === "cubes") return this.#kind.place;
    if (id === "handedness") return this.#hand.place;
    for (const [place, { place: field }] of this.#letters) if (id === `cube.faces.${place}`) return field;
    if (id.startsWith("cube") || id.startsWith("start.cubes")) return this.#kind.place;
    if (id === "goal.hole") return this.#anyHole.place;
    if (id.startsWith("start")) return this.#start.field(id);
    return id.startsWith("goal") ? this.#goal.field(id) : null;
  }

  #show() {
    const { handedness, cube, start, goal } = this.#draft;
    const kind = trays.kindOf(this.#draft);
    this.#kind.set(kind);
    this.#hand.element.hidden = kind !== "oriented";
    for (const [place, { element, control }] of this.#letters) {
      element.hidden = !cube;
      control.value = cube?.faces[place] ?? "";
    }
    this.#hand.set(handedness === "left" ? "left" : "");
    this.#columns.control.value = String(start.map[0].length);
    this.#rows.control.value = String(start.map.length);
    this.#anyHole.control.checked = goal.hole !== undefined;
    this.#note.textContent = "";
    this.#start.show();
    this.#goal.show();
  }

  #resize() {
    const [columns, rows] = [Number(this.#columns.control.value), Number(this.#rows.control.value)];
    const limit = trays.maxTrayCells(trays.kindOf(this.#draft));
    const possible =
      Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0 && columns * rows <= limit;
    this.#note.textContent = possible ? "" : `A tray has 1 to ${limit} cells here.`;
    if (!possible) return;
    const resize = (/** @type {Trays} */ whole) => trays.resizedTrays(this.#draft, whole, columns, rows);
    trays.putTrays(this.#draft, this.#cutOff.resized(this.#draft, trays.traysIn(this.#draft), resize));
    this.#redrawn();
  }

  /** @param {boolean} ticked */
  #leaveHole(ticked) {
    trays.leaveHole(this.#draft, ticked);
    this.#redrawn();
  }

  /** @param {TrayKind} kind */
  #setKind(kind) {
    this.#others.set(trays.kindOf(this.#draft), this.#draft);
    this.#draft = this.#others.get(kind) ?? trays.traysOf(this.#draft, kind);
    this.#redrawn();
  }

  #redrawn() {
    this.#show();
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
        this.#draft.cube.faces[place] = control.value;
        this.#start.draw();
        this.#goal.draw();
        this.#changed();
      },
    });
    return labelled(place[0].toUpperCase() + place.slice(1), control);
  }
}

/** @param {Draft} draft @param {() => void} changed @returns {import("./types.js").Editor} */
export function createCubeTrayEditor(draft, changed) {
  return new CubeTrayEditor(draft, changed);
}
