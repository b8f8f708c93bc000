// What the floor of a block maze does: its tools, and fields for what the letters of the map are.
import { MOVES, fragileOf, isBridge, lettersOf, movesNothing, newLetter, setKind } from "./block_maze_model.js";
import { CELLS } from "./board_editor.js";
import { fill, make } from "./dom.js";
import { numberFields, selectField } from "./fields.js";

/** @import { FieldPlace } from "./types.js" */
/** @import { BlockState, Kind, Letter } from "./block_maze_model.js" */
/** @import { Tool } from "./board_editor.js" */

/** @type {[Kind, string][]} */
const KINDS = [
  ["closed", "a bridge, closed at the start"],
  ["open", "a bridge, open at the start"],
  ["soft", "a soft switch, pressed by anything"],
  ["hard", "a hard switch, for a standing box"],
  ["splitter", "a splitter of a standing box"],
];

/** The two cubes of a box that is split. */
const CUBES = ["first", "second"];

/** The name of a letter, and the look of its cells. @param {string} letter @param {Kind} kind */
function lookOf(letter, kind) {
  if (isBridge(kind)) return { name: `${kind} bridge ${letter}`, classes: `bridge ${kind}` };
  if (kind === "splitter") return { name: `splitter ${letter}`, classes: kind };
  return { name: `${kind} switch ${letter}`, classes: `switch ${kind}` };
}

/** The tools of the board, while one is chosen. @param {BlockState} state @param {string} tool @returns {Tool[]} */
export function toolsOf(state, tool) {
  const letters = lettersOf(state, tool).flatMap((letter) => {
    const { kind, to = [] } = state.letters[letter];
    const cells = kind === "splitter" ? to : [];
    return [
      { value: letter, ...lookOf(letter, kind) },
      ...cells.map((cell, cube) => ({
        value: `${cube}${letter}`,
        name: `${CUBES[cube]} cube of ${letter}`,
        mark: { text: `${letter}${cube + 1}`, cell: /** @type {[string, string]} */ (cell) },
      })),
    ];
  });
  const name = ["fragile", state.fragile].join(" ").trim();
  const fragile = { value: fragileOf(state), name, key: "f", classes: "fragile" };
  return [...CELLS, { value: "goal0", name: "goal", key: "g" }, fragile, ...letters];
}

/** The fields of a letter. */
class LetterFields {
  #letter;
  #edit;
  #kind;
  /** What the letter does to each bridge as a switch. @type {Map<string, ReturnType<typeof selectField>>} */
  #moves = new Map();
  #bridges = make("div", { class: "pair" });
  #idle = make("p", { class: "note" });
  #cells;

  /** @param {string} letter @param {(change: (state: BlockState) => void) => void} edit */
  constructor(letter, edit) {
    this.#letter = letter;
    this.#edit = edit;
    this.#kind = selectField(`${letter} is`, KINDS, (kind) => edit((state) => setKind(state, letter, /** @type {Kind} */ (kind))));
    this.#cells = CUBES.map((cube, index) =>
      numberFields([`${cube}: x`, "y"], (axis, typed) =>
        edit(({ letters }) => {
          const { to = [] } = letters[letter];
          to[index][axis] = typed;
        }),
      ),
    );
    const cells = this.#cells.map(({ element }) => element);
    this.element = make("div", { class: "options", role: "group", "aria-label": letter }, this.#kind.element, this.#bridges, this.#idle, ...cells);
  }

  /** @param {Letter} letter @param {string[]} bridges */
  show(letter, bridges) {
    const { kind, moves, to = [] } = letter;
    this.#kind.control.value = kind;
    const advice = bridges.length > 0 ? "choose what it does to a bridge" : "there is no bridge on the board";
    this.#idle.textContent = movesNothing(letter, bridges) ? `This switch moves nothing: ${advice}.` : "";
    this.#bridges.hidden = isBridge(kind) || kind === "splitter";
    if (bridges.join() !== [...this.#moves.keys()].join()) {
      this.#moves = new Map(bridges.map((bridge) => [bridge, this.#moves.get(bridge) ?? this.#moveField(bridge)]));
      fill(this.#bridges, ...[...this.#moves.values()].map(({ element }) => element));
    }
    for (const [bridge, { control }] of this.#moves) control.value = moves[bridge] ?? "";
    this.#cells.forEach(({ element, show }, index) => {
      element.hidden = kind !== "splitter";
      show(to[index] ?? []);
    });
  }

  /** @param {string} id what follows the letter in the places of the text: nothing, a bridge, or the number of a cube */
  place(id = "") {
    const field = this.#moves.get(id) ?? this.#cells.find((_, index) => String(index) === id) ?? this.#kind;
    return field.place;
  }

  /** @param {string} bridge */
  #moveField(bridge) {
    const moves = /** @type {[string, string][]} */ ([["", "leaves"], ...MOVES.map((move) => [move, move])]);
    return selectField(`bridge ${bridge}`, moves, (move) =>
      this.#edit(({ letters }) => (letters[this.#letter].moves[bridge] = move)),
    );
  }
}

/** The fields of all letters. It changes the state's letters. */
export class FloorEditor {
  /** @type {() => BlockState} */
  #state;
  /** @type {() => void} */
  #changed;
  /** @type {Map<string, LetterFields>} */
  #letters = new Map();
  #list = make("div", { class: "letters" });
  #slot = make("div", { class: "slot" });

  /**
   * @param {() => BlockState} state
   * @param {(letter: string) => void} begun there is a new letter, which is to be painted
   * @param {() => void} changed
   */
  constructor(state, begun, changed) {
    [this.#state, this.#changed] = [state, changed];
    /** @param {string} name @param {Kind} kind */
    const button = (name, kind) => {
      const onclick = () => {
        const letter = newLetter(state(), kind);
        if (letter === undefined) return;
        setKind(state(), letter, kind);
        begun(letter);
      };
      return make("button", { type: "button", onclick }, name);
    };
    const buttons = [button("New bridge", "closed"), button("New switch", "soft"), button("New splitter", "splitter")];
    const hint = make("p", { class: "note" }, "Or type a letter on a cell: a small one for a bridge, a capital for a switch.");
    const legend = make("legend", {}, "Bridges, switches, splitters");
    this.element = make("fieldset", { class: "group" }, legend, this.#list, make("div", { class: "pair" }, ...buttons), hint, this.#slot);
  }

  /** A letter was typed on a cell; whether it is one. @param {string} key */
  adds(key) {
    if (!/^\p{Alphabetic}$/u.test(key)) return false;
    const kind = key === key.toUpperCase() ? "soft" : "closed";
    setKind(this.#state(), key, this.#state().letters[key]?.kind ?? kind);
    return true;
  }

  /** Shows the letters of the map, and that of a tool. @param {string} tool */
  show(tool) {
    const { letters } = this.#state();
    const shown = lettersOf(this.#state(), tool);
    if (shown.join() !== [...this.#letters.keys()].join()) {
      const edit = (/** @type {(state: BlockState) => void} */ change) => {
        change(this.#state());
        this.#changed();
      };
      this.#letters = new Map(shown.map((letter) => [letter, this.#letters.get(letter) ?? new LetterFields(letter, edit)]));
      fill(this.#list, ...[...this.#letters.values()].map(({ element }) => element));
    }
    const bridges = shown.filter((letter) => isBridge(letters[letter].kind));
    for (const [letter, fields] of this.#letters) fields.show(letters[letter], bridges);
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    const [table, letter, part] = id.replace(/^board\.bridges/, "bridges").split(".");
    if (!["bridges", "switches", "splitters"].includes(table)) return null;
    return this.#letters.get(letter)?.place(part) ?? { element: this.#list, slot: this.#slot };
  }
}
