// A die: its geometry as far as choosing an orientation needs it, and choosing one on the die unfolded, whose faces are typed or clicked.
import { fill, make } from "./dom.js";
import { Grid } from "./grid.js";

/** @import { Faces, FieldPlace } from "./types.js" */

/** @typedef {"top"|"bottom"|"north"|"south"|"east"|"west"} DiePlace */

/** The places of a die; opposite ones next to each other. @type {DiePlace[]} */
export const DIE_PLACES = ["top", "bottom", "north", "south", "east", "west"];

/** An oriented die: every place has its face, and a hand.
 * @typedef {{ faces: Record<DiePlace, number>, hand: "left"|"right" }} Orientation */

/** The parity of the order of three axes, and of the faces above 3. @param {number[]} corner top, north, east */
function isLeft(corner) {
  const axes = corner.map((face) => Math.min(face, 7 - face));
  const swaps = Number(axes[0] > axes[1]) + Number(axes[0] > axes[2]) + Number(axes[1] > axes[2]);
  return (swaps + corner.filter((face) => face > 3).length) % 2 === 0;
}

/** @returns {Orientation[]} */
function allOrientations() {
  const six = [1, 2, 3, 4, 5, 6];
  return six.flatMap((top) =>
    six.flatMap((north) =>
      six.flatMap((east) => {
        if (new Set([top, north, east].map((face) => Math.min(face, 7 - face))).size < 3) return [];
        const faces = { top, bottom: 7 - top, north, south: 7 - north, east, west: 7 - east };
        return [{ faces, hand: /** @type {"left"|"right"} */ (isLeft([top, north, east]) ? "left" : "right") }];
      }),
    ),
  );
}

/** All 48 orientations of both hands. */
export const ORIENTATIONS = allOrientations();

/**
 * The orientations that agree with the given faces and, unless it is empty, the hand.
 * @param {Faces} given
 * @param {string} [hand]
 */
export function agreeing(given, hand = "") {
  return ORIENTATIONS.filter(
    (die) =>
      (!hand || die.hand === hand) &&
      DIE_PLACES.every((place) => given[place] === undefined || given[place] === die.faces[place]),
  );
}

/**
 * The faces with one more given; earlier ones that contradict it are dropped.
 * @param {Faces} given
 * @param {DiePlace} place
 * @param {number} face
 * @returns {Faces}
 */
export function withFace(given, place, face) {
  /** @type {Faces} */
  const kept = { [place]: face };
  for (const other of DIE_PLACES) {
    if (other === place || given[other] === undefined) continue;
    if (agreeing({ ...kept, [other]: given[other] }).length) kept[other] = given[other];
  }
  return inOrder(kept);
}

/**
 * The same faces in the order of the places.
 * @param {Faces} faces
 * @returns {Faces}
 */
function inOrder(faces) {
  return Object.fromEntries(DIE_PLACES.flatMap((place) => (faces[place] === undefined ? [] : [[place, faces[place]]])));
}

/**
 * The orientation after a roll towards a side, or after a quarter turn on the spot.
 * @param {Record<DiePlace, number>} faces
 * @param {"north"|"east"|"south"|"west"|"turn"} move
 * @returns {Faces} its top, north and east
 */
export function movedDie({ top, bottom, north, south, east, west }, move) {
  switch (move) {
    case "north":
      return { top: south, north: top, east };
    case "south":
      return { top: north, north: bottom, east };
    case "east":
      return { top: west, north, east: top };
    case "west":
      return { top: east, north, east: bottom };
    case "turn":
      return { top, north: west, east: north };
  }
}

/** Where the places are drawn: the die from above, its sides folded out, its bottom beyond the south. @type {Record<string, DiePlace>} */
const UNFOLDED = { "1,3": "north", "0,2": "west", "1,2": "top", "2,2": "east", "1,1": "south", "1,0": "bottom" };

/** What to do to the whole die. @type {[move: "north"|"west"|"east"|"south"|"turn", sign: string, name: string][]} */
const DIE_MOVES = [
  ["north", "↑", "roll the die north"],
  ["west", "←", "roll the die west"],
  ["east", "→", "roll the die east"],
  ["south", "↓", "roll the die south"],
  ["turn", "↻", "turn the die on its cell"],
];

/** A picker of the faces of a die. Faces that follow from the given ones are shown, too. */
export class DiePicker {
  /** @type {Faces} */
  #faces = {};
  #hand = "";
  #changed;
  #slot = make("div", { class: "slot" });
  #note = make("p", { class: "note" });
  #moves;
  #grid;

  /**
   * @param {string} label
   * @param {Node} beside another field of the die
   * @param {(faces: Faces) => void} changed
   */
  constructor(label, beside, changed) {
    this.#changed = changed;
    this.#grid = new Grid({
      label: `${label}: type 1 to 6, Delete leaves a face open`,
      classes: "die-net",
      view: (x, y) => this.#view(x, y),
      use: (x, y) => this.#next(UNFOLDED[`${x},${y}`]),
      key: (x, y, event) => this.#key(UNFOLDED[`${x},${y}`], event.key),
    });
    this.#moves = DIE_MOVES.map(([move, sign, name]) =>
      make("button", { type: "button", class: "small", "aria-label": name, title: name, onclick: () => this.#move(move) }, sign),
    );
    const open = make("button", { type: "button", class: "small", onclick: () => this.#set({}) }, "any");
    const tools = make("div", { class: "die-tools" }, ...this.#moves, open);
    this.element = make(
      "div",
      { class: "die-picker", role: "group", "aria-label": label },
      this.#grid.element,
      make("div", {}, tools, this.#note, beside, this.#slot),
    );
    this.show({}, "");
  }

  /** Shows these faces of a die of this hand. @param {Faces} faces @param {string} hand empty: the faces decide, otherwise right */
  show(faces, hand) {
    this.#faces = faces;
    this.#hand = hand;
    this.#grid.draw(3, 4);
    const known = this.#agreeing();
    const whole = this.#orientation();
    for (const button of this.#moves) button.disabled = !whole;
    const given = DIE_PLACES.filter((place) => faces[place] !== undefined).length;
    const count = given ? `${known.length} orientations agree.` : "Any orientation.";
    fill(this.#note, whole ? "" : count);
  }

  /** The place of a face, or of the whole die. @param {string} place @returns {FieldPlace} */
  field(place) {
    const at = Object.keys(UNFOLDED).find((key) => UNFOLDED[key] === place);
    const [x, y] = (at ?? "1,2").split(",").map(Number);
    return { element: this.#grid.cell(x, y) ?? this.element, slot: this.#slot };
  }

  #agreeing() {
    return this.#possible(this.#faces);
  }

  /** The orientations with these faces: of the hand that is wanted, or if the faces are of the other hand, of that. @param {Faces} faces */
  #possible(faces) {
    const wanted = agreeing(faces, this.#hand);
    return wanted.length ? wanted : agreeing(faces);
  }

  /** The one orientation that is left, or null. */
  #orientation() {
    const left = this.#agreeing();
    return left.length === 1 ? left[0] : null;
  }

  /** @param {number} x @param {number} y */
  #view(x, y) {
    const place = UNFOLDED[`${x},${y}`];
    if (!place) return null;
    const given = this.#faces[place];
    if (given !== undefined) return { text: String(given), label: `${place} ${given}`, classes: `die-face ${place}` };
    const possible = new Set(this.#agreeing().map(({ faces }) => faces[place]));
    if (possible.size === 1) {
      const [face] = possible;
      return { text: String(face), label: `${place} ${face}, follows`, classes: `die-face ${place} follows` };
    }
    return { text: "", label: `${place} open`, classes: `die-face ${place} open` };
  }

  /** @param {DiePlace} place @param {string} key */
  #key(place, key) {
    if (/^[1-6]$/.test(key)) {
      this.#set(withFace(this.#faces, place, Number(key)));
    } else if (["Delete", "Backspace", "?", "."].includes(key)) {
      const { [place]: _, ...kept } = this.#faces;
      this.#set(kept);
    } else {
      return false;
    }
    return true;
  }

  /** The next face that can be there beside the other given ones. @param {DiePlace} place */
  #next(place) {
    const { [place]: now = 0, ...others } = this.#faces;
    const possible = [...new Set(this.#possible(others).map(({ faces }) => faces[place]))].sort();
    const next = possible.find((face) => face > now);
    this.#set(next === undefined && now ? others : { ...others, [place]: next ?? possible[0] });
  }

  /** @param {"north"|"west"|"east"|"south"|"turn"} move */
  #move(move) {
    const whole = this.#orientation();
    if (whole) this.#set(movedDie(whole.faces, move));
  }

  /** @param {Faces} faces */
  #set(faces) {
    this.show(faces, this.#hand);
    this.#changed(faces);
  }
}
