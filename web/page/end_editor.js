// Editing where and how a die starts or ends: its cell, its faces, its hand.
import { agreeing, DiePicker } from "./die.js";
import { make } from "./dom.js";
import { put, typedNumber } from "./draft.js";
import { numberField, selectField, tickField } from "./fields.js";

/** @import { Draft, Faces, FieldPlace } from "./types.js" */

/** @typedef {object} EndOptions
 * @property {string} name "Start", "Goal of die 2"
 * @property {"start"|"goal"} key
 * @property {boolean} open whether any cell is allowed
 * @property {boolean} stated whether it is said to be there if all is left open
 * @property {() => void} changed
 */

/** The fields of an end. It changes that of the die that it shows. */
export class EndEditor {
  /** The table with the ends of the die. @type {Draft} */
  #die = {};
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
    this.#any = tickField("any cell", (ticked) => this.#setCell(ticked ? undefined : ["0", "0"]));
    this.#any.element.hidden = !options.open;
    this.#x = numberField("x", (x) => this.#setCell([x, this.#y.control.value]));
    this.#y = numberField("y", (y) => this.#setCell([this.#x.control.value, y]));
    const hands = /** @type {[string, string][]} */ ([["right", "right-handed, the Western die"], ["left", "left-handed"]]);
    this.#hand = selectField("Die", hands, (hand) => this.#setHand(hand));
    this.#hand.element.hidden = options.key !== "start";
    this.#picker = new DiePicker(`${name}: the die's faces`, this.#hand.element, (faces) => this.#setDie(faces));
    this.#coordinates = make("div", { class: "pair" }, this.#x.element, this.#y.element);
    const cell = make("div", { class: "cell-fields" }, this.#coordinates, this.#any.element);
    this.element = make("fieldset", { class: "group end" }, make("legend", {}, name), cell, this.#picker.element);
  }

  /** Shows the end of a die. @param {Draft} die @param {string} [defaultHand] of a die that may have either hand */
  show(die, defaultHand = "right") {
    this.#die = die;
    this.#defaultHand = defaultHand;
    const { cell } = this.#end;
    this.#any.control.checked = !cell;
    this.#coordinates.hidden = !cell;
    this.#x.control.value = String(cell?.[0] ?? "");
    this.#y.control.value = String(cell?.[1] ?? "");
    this.#showDie();
  }

  /** @returns {Draft} */
  get #end() {
    return this.#die[this.#options.key] ?? {};
  }

  /** @param {Draft} changes */
  #set(changes) {
    const end = { ...this.#end };
    for (const [key, value] of Object.entries(changes)) put(end, key, value);
    put(this.#die, this.#options.key, end);
    if (this.#options.stated) this.#die[this.#options.key] ??= {};
  }

  /** @returns {Faces} */
  get #faces() {
    return this.#end.die ?? {};
  }

  /** The hand that its die has, as far as it is said. */
  get hand() {
    const fixed = agreeing(this.#faces);
    const [first] = fixed;
    return fixed.every(({ hand }) => hand === first?.hand) && first ? first.hand : this.#end.handedness || this.#defaultHand;
  }

  /** @param {string} id what follows the end's own id: "cell", "die.top", "handedness" @returns {FieldPlace} */
  field(id) {
    if (id.startsWith("cell")) return this.#x.place;
    if (id === "handedness") return this.#hand.place;
    return this.#picker.field(id.replace(/^die\.?/, ""));
  }

  #showDie() {
    this.#picker.show(this.#faces, this.#end.handedness || this.#defaultHand);
    this.#hand.control.value = this.hand;
  }

  /** @param {[string, string]} [cell] */
  #setCell(cell) {
    this.#set({ cell: cell?.map(typedNumber) });
    if (!cell || this.#coordinates.hidden) this.show(this.#die, this.#defaultHand);
    this.#options.changed();
  }

  /** @param {Faces} faces */
  #setDie(faces) {
    // Faces that fix the hand leave nothing to say about it.
    const hands = new Set(agreeing(faces).map(({ hand }) => hand));
    this.#set({ die: faces, ...(hands.size < 2 && { handedness: "" }) });
    this.#showDie();
    this.#options.changed();
  }

  /** @param {string} hand */
  #setHand(hand) {
    const orientations = agreeing(this.#faces);
    if (orientations.length === 1) {
      const { top, north, west } = orientations[0].faces;
      this.#set({ die: { top, north, east: west }, handedness: "" });
    } else {
      this.#set({ handedness: hand === "right" ? "" : hand });
    }
    this.#showDie();
    this.#options.changed();
  }
}
