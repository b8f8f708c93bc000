// Editing where and how a die starts or ends: its cell, its faces, its hand.
import { agreeing } from "./die.js";
import { DiePicker } from "./die_picker.js";
import { make } from "./dom.js";
import { numberField, selectField, tickField } from "./fields.js";

/** @import { Faces, FieldPlace } from "./types.js" */
/** @import { DieEnd } from "./rolling_model.js" */

/** @typedef {object} EndOptions
 * @property {string} name "Start", "Goal of die 2"
 * @property {boolean} open whether any cell is allowed
 * @property {boolean} hand whether it says which hand the die has
 * @property {() => void} changed
 */

/** The fields of an end. It changes the {@link DieEnd} that it shows. */
export class EndEditor {
  /** @type {DieEnd} */
  #end = { cell: null, die: {}, handedness: "" };
  #options;
  #any;
  #x;
  #y;
  #picker;
  #hand;
  #coordinates;
  #defaultHand = "right";

  /** @param {EndOptions} options */
  constructor(options) {
    this.#options = options;
    const { name } = options;
    this.#any = tickField("any cell", (ticked) => this.#setCell(ticked ? null : ["0", "0"]));
    this.#any.element.hidden = !options.open;
    this.#x = numberField("x", (x) => this.#setCell([x, this.#y.control.value]));
    this.#y = numberField("y", (y) => this.#setCell([this.#x.control.value, y]));
    const hands = /** @type {[string, string][]} */ ([
      ["right", "right-handed, the Western die"],
      ["left", "left-handed"],
    ]);
    this.#hand = selectField("Die", hands, (hand) => this.#setHand(hand));
    this.#hand.element.hidden = !options.hand;
    this.#picker = new DiePicker(`${name}: the die's faces`, this.#hand.element, (faces) => this.#setDie(faces));
    this.#coordinates = make("div", { class: "pair" }, this.#x.element, this.#y.element);
    const cell = make("div", { class: "cell-fields" }, this.#coordinates, this.#any.element);
    this.element = make("fieldset", { class: "group end" }, make("legend", {}, name), cell, this.#picker.element);
  }

  /** Shows an end. @param {DieEnd} end @param {string} [defaultHand] of a die that may have either hand */
  show(end, defaultHand = "right") {
    this.#end = end;
    this.#defaultHand = defaultHand;
    this.#any.control.checked = !end.cell;
    this.#coordinates.hidden = !end.cell;
    this.#x.control.value = end.cell?.[0] ?? "";
    this.#y.control.value = end.cell?.[1] ?? "";
    this.#showDie();
  }

  /** The hand that its die has, as far as it is said. */
  get hand() {
    const fixed = agreeing(this.#end.die);
    const [first] = fixed;
    return fixed.every(({ hand }) => hand === first?.hand) && first ? first.hand : this.#end.handedness || this.#defaultHand;
  }

  /** @param {string} id what follows the end's own id: "cell", "die.top", "handedness" @returns {FieldPlace} */
  field(id) {
    if (id === "cell") return this.#x.place;
    if (id === "handedness") return this.#hand.place;
    return this.#picker.field(id.replace(/^die\.?/, ""));
  }

  #showDie() {
    this.#picker.show(this.#end.die, this.#end.handedness || this.#defaultHand);
    this.#hand.control.value = this.hand;
  }

  /** @param {[string, string]|null} cell */
  #setCell(cell) {
    this.#end.cell = cell;
    if (!cell || this.#coordinates.hidden) this.show(this.#end, this.#defaultHand);
    this.#options.changed();
  }

  /** @param {Faces} faces */
  #setDie(faces) {
    this.#end.die = faces;
    // Faces that fix the hand leave nothing to say about it.
    const hands = new Set(agreeing(faces).map(({ hand }) => hand));
    if (hands.size < 2) this.#end.handedness = "";
    this.#showDie();
    this.#options.changed();
  }

  /** @param {string} hand */
  #setHand(hand) {
    const orientations = agreeing(this.#end.die);
    if (orientations.length === 1) {
      const { top, north, west } = orientations[0].faces;
      this.#end.die = { top, north, east: west };
      this.#end.handedness = "";
    } else {
      this.#end.handedness = hand === "right" ? "" : hand;
    }
    this.#showDie();
    this.#options.changed();
  }
}
