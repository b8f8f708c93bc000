// One tray: cubes with six states are painted, dice and cubes with letters are typed.
import { fill, make } from "./dom.js";
import { choiceField } from "./fields.js";
import { Grid, withDirections } from "./grid.js";

import { holeWord, isHole, kindOf, kindsOf, mostLetters, putWord, signsOf } from "./tray_model.js";

/** @import { Draft, FieldPlace } from "./types.js" */

/** What the letters mean. @type {Record<string, string>} */
const POSES = {
  k: "black up",
  c: "colour up",
  n: "grey, black to the north",
  e: "grey, black to the east",
  s: "grey, black to the south",
  w: "grey, black to the west",
  _: "the hole",
  "?": "anything",
};

/** A tray of the draft; it changes the words of that tray. */
export class TrayGrid {
  #draft;
  #which;
  #changed;
  #tool = "k";
  /** The faces that were typed, until another cell is typed, and their cell. @type {{ at: string, word: string }|null} */
  #typing = null;
  #slot = make("div", { class: "slot" });
  #grid;
  #letters;
  #pad;
  #hint = make("p", { class: "note" });

  /**
   * @param {string} title
   * @param {() => Draft} draft
   * @param {"start"|"goal"} which
   * @param {() => void} changed
   */
  constructor(title, draft, which, changed) {
    this.#draft = draft;
    this.#which = which;
    this.#changed = changed;
    const values = Object.keys(POSES).filter((value) => value !== "?" || which === "goal");
    const letters = values.map((value) => ({ value, name: "", key: value, title: POSES[value], picture: pose(value) }));
    this.#letters = choiceField("Paint with", letters, (tool) => {
      this.#tool = tool;
    });
    this.#tool = which === "start" ? "k" : "c";
    this.#letters.set(this.#tool);
    this.#pad = make("div", { class: "pad", role: "group", "aria-label": `Faces, ${title}` });
    this.#grid = new Grid({
      label: `${title} tray, the north row on top`,
      classes: "board",
      view: (x, y) => this.#view(x, y),
      use: (x, y) => this.#use(x, y),
      key: (x, y, event) => this.#key(x, y, event.key),
      paint: (x, y) => this.#drag(x, y),
    });
    const heading = make("h3", {}, title);
    this.element = make("section", {}, heading, this.#letters.element, this.#pad, withDirections(this.#grid), this.#hint, this.#slot);
  }

  /** Shows a tray that was not typed here. */
  show() {
    this.#typing = null;
    this.draw();
  }

  draw() {
    this.#letters.element.hidden = this.#isTyped;
    this.#pad.hidden = this.#hint.hidden = !this.#isTyped;
    this.#hint.textContent = HINTS[kindsOf(this.#draft()) ? "kinds" : kindOf(this.#draft())];
    const keys = [...signsOf(this.#draft()), ...(this.#which === "goal" ? ["?"] : []), "_"];
    const button = (/** @type {string} */ key) =>
      make("button", { type: "button", class: "pad-direction", onclick: () => this.#press(key) }, KEY_NAMES[key] ?? key);
    fill(this.#pad, make("div", { class: "pad-row" }, ...keys.map(button)));
    this.#grid.element.classList.toggle("dice", this.#isTyped);
    this.#grid.draw(this.#tray[0].length, this.#tray.length);
  }

  get #isTyped() {
    return kindOf(this.#draft()) !== "six-states";
  }

  /** @param {string} id @returns {FieldPlace} */
  field(id) {
    const at = /\.(\d+),(\d+)$/.exec(id);
    const cell = at && this.#grid.cell(Number(at[1]), Number(at[2]));
    return { element: cell || this.#grid.element, slot: this.#slot };
  }

  /** @returns {string[][]} */
  get #tray() {
    return this.#draft()[this.#which].map;
  }

  /** @param {number} x @param {number} y */
  #view(x, y) {
    const word = this.#tray[y]?.[x] ?? "_";
    const place = `x ${x}, y ${y}`;
    if (!this.#isTyped) return { nodes: [pose(word)], label: `${place}: ${POSES[word]}`, classes: "tray-cell" };
    if (isHole(word)) return { nodes: [pose("_")], label: `${place}: the hole`, classes: "tray-cell" };
    const [top, ...around] = word;
    const faces = [make("span", { class: "die-north" }, around.join("")), make("span", { class: "die-top" }, top)];
    const sides = ["top", "north", "east", "south", "west", "bottom"];
    const named = [...word].map((sign, index) => `${sides[index] ?? "?"} ${sign === "?" ? "any" : sign}`);
    const spoken = /^\?+$/.test(word) ? "anything" : named.join(", ");
    return { nodes: [make("span", { class: "tray-die" }, ...faces)], label: `${place}: ${spoken}`, classes: "tray-cell" };
  }

  /** @param {number} x @param {number} y */
  #use(x, y) {
    if (!this.#isTyped) this.#put(x, y, this.#tool);
  }

  /** @param {number} x @param {number} y */
  #drag(x, y) {
    if (!this.#isTyped && this.#tool !== "_") this.#put(x, y, this.#tool);
  }

  /** @param {number} x @param {number} y @param {string} key */
  #key(x, y, key) {
    if (this.#isTyped) return this.#typeFace(x, y, key);
    if (!(key in POSES) || (key === "?" && this.#which === "start")) return false;
    this.#put(x, y, key);
    return true;
  }

  /** A button of the keypad. @param {string} key */
  #press(key) {
    const [x, y] = this.#grid.current;
    this.#typeFace(x, y, key);
    this.#grid.focus(...this.#grid.current);
  }

  /** @param {number} x @param {number} y @param {string} key */
  #typeFace(x, y, key) {
    const [at, kind] = [`${x},${y}`, kindOf(this.#draft())];
    if (key === "_") {
      this.#typing = null;
      this.#put(x, y, holeWord(kind));
      return true;
    }
    if (!signsOf(this.#draft()).includes(key) && !(key === "?" && this.#which === "goal")) return false;
    const before = this.#typing?.at === at ? this.#typing.word : "";
    // After its last letter a cube is typed anew; a die is known by two.
    const word = before.length < mostLetters(this.#draft()) ? before + key : key;
    this.#typing = { at, word };
    if (kind === "lettered") {
      this.#put(x, y, word);
    } else if (before) {
      this.#put(x, y, word);
      this.#typing = null;
      this.#next(x, y);
    } else {
      const north = this.#tray[y][x][1];
      // A north face that cannot be beside this top is replaced, until the right one is typed.
      const possible = /[1-6]/.test(north) && (key === "?" || ![key, String(7 - Number(key))].includes(north));
      this.#put(x, y, key + (possible || north === "?" ? north : key === "1" || key === "6" ? "2" : "1"));
    }
    return true;
  }

  /** Goes to the next cell in the order of reading. @param {number} x @param {number} y */
  #next(x, y) {
    if (x + 1 < this.#tray[y].length) this.#grid.focus(x + 1, y);
    else this.#grid.focus(0, y - 1);
  }

  /** @param {number} x @param {number} y @param {string} word */
  #put(x, y, word) {
    if (this.#tray[y][x] === word) return;
    putWord(this.#draft(), this.#which, x, y, word);
    this.draw();
    this.#changed();
  }
}

/** What to type. */
const HINTS = {
  "six-states": "",
  oriented: "Type the top and the north face of each die.",
  kinds:
    "Type the letters on top, north, east, south, west and bottom of each cube: the first ones are enough if they tell which cube it is and how it lies. The kinds of cubes and their names are in the model file.",
  lettered:
    "Type the letters on top, north, east, south and west of each cube: the first ones are enough if they tell how it lies. One letter at the start is the cube as it is above, in the goal any cube with this letter on top.",
};

/** Keys that have names. @type {Record<string, string>} */
const KEY_NAMES = { "?": "any", _: "hole" };

/** A picture of a cube. @param {string} letter */
function pose(letter) {
  const name = letter === "_" ? "hole" : letter === "?" ? "any" : letter;
  return make("span", { class: `pose pose-${name}`, "aria-hidden": "true" }, letter === "?" ? "?" : "");
}
