// What the floor of a block maze does: its tools, and fields for what the letters of the map are.
import { CELLS } from "./board_editor.js";
import { fill, make } from "./dom.js";
import { typedNumber } from "./draft.js";
import { numberFields, selectField } from "./fields.js";

/** @import { Draft, FieldPlace } from "./types.js" */
/** @import { Tool } from "./board_editor.js" */

/** What cells with a letter are: a bridge as it is at the start, a switch, or a splitter.
 * @typedef {"closed"|"open"|"soft"|"hard"|"splitter"} Kind */

/** A letter: what it is, what it does to bridges as a switch, and its cells as a splitter. What it does not need now is kept, and so is a letter
 * that the map has no more; neither is written. @typedef {{ kind: Kind, moves: Record<string, string>, to?: unknown[][] }} Letter */

/** @type {[Kind, string][]} */
const KINDS = [
  ["closed", "a bridge, closed at the start"],
  ["open", "a bridge, open at the start"],
  ["soft", "a soft switch, pressed by anything"],
  ["hard", "a hard switch, for a standing box"],
  ["splitter", "a splitter of a standing box"],
];

/** What a switch does to a bridge. */
const MOVES = ["opens", "closes", "flips"];
/** The letters that new bridges get, without those that are keys of tools, and those of all others. */
const [SMALL, LARGE] = ["abcdehijklmnopqrtuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The character of fragile floor. @param {Draft} draft @returns {string} */
function fragileOf({ board }) {
  return board.fragile ?? "~";
}

/** Whether cells of this kind are a bridge. @param {Kind} kind */
function isBridge(kind) {
  return kind === "closed" || kind === "open";
}

/** What the letters are. @param {Draft} draft @returns {Record<string, Letter>} */
function knownLetters(draft) {
  return (draft.letters ??= {});
}

/** The letters of the map, and that of a tool, in order. @param {Draft} draft @param {string} tool */
export function lettersOf(draft, tool) {
  const drawn = new Set(draft.board.cells.flat());
  const shown = Object.keys(knownLetters(draft)).filter((letter) => drawn.has(letter) || tool.endsWith(letter));
  return shown.sort((a, b) => a.localeCompare(b, "en"));
}

/** Makes a letter what it was not. @param {Draft} draft @param {string} letter @param {Kind} kind */
export function setKind(draft, letter, kind) {
  const letters = knownLetters(draft);
  const before = /** @type {Letter|undefined} */ (letters[letter]);
  // A switch begins with the bridge of its name.
  const moves = before && Object.keys(before.moves).length > 0 ? before.moves : { [letter.toLowerCase()]: "flips" };
  letters[letter] = { ...before, kind, moves };
  if (kind === "splitter") letters[letter].to ??= twoFreeCells(draft.board.cells);
}

/** Whether a letter is a switch that does nothing to these bridges. @param {Letter} letter @param {string[]} bridges */
export function movesNothing({ kind, moves }, bridges) {
  return (kind === "soft" || kind === "hard") && !bridges.some((bridge) => moves[bridge]);
}

/** A letter that the map does not have, for cells of a kind; undefined if there is none. @param {Draft} draft @param {Kind} kind */
export function newLetter(draft, kind) {
  const taken = [...lettersOf(draft, ""), fragileOf(draft)];
  const others = kind === "splitter" ? LARGE.slice(LARGE.indexOf("S")) + LARGE : LARGE;
  return [...(isBridge(kind) ? SMALL + LARGE : others + SMALL)].find((letter) => !taken.includes(letter));
}

/** @param {string[][]} cells */
function twoFreeCells(cells) {
  const free = cells.flatMap((row, y) => row.flatMap((content, x) => (content === "#" ? [] : [[x, y]])));
  return [...free, [0, 0], [0, 0]].slice(0, 2);
}

/** The two cubes of a box that is split. */
const CUBES = ["first", "second"];

/** The name of a letter, and the look of its cells. @param {string} letter @param {Kind} kind */
function lookOf(letter, kind) {
  if (isBridge(kind)) return { name: `${kind} bridge ${letter}`, classes: `bridge ${kind}` };
  if (kind === "splitter") return { name: `splitter ${letter}`, classes: kind };
  return { name: `${kind} switch ${letter}`, classes: `switch ${kind}` };
}

/** The tools of the board, while one is chosen. @param {Draft} draft @param {string} tool @returns {Tool[]} */
export function toolsOf(draft, tool) {
  const letters = lettersOf(draft, tool).flatMap((letter) => {
    const { kind, to = [] } = knownLetters(draft)[letter];
    const cells = kind === "splitter" ? to : [];
    return [
      { value: letter, ...lookOf(letter, kind) },
      ...cells.map((cell, cube) => ({
        value: `${cube}${letter}`,
        name: `${CUBES[cube]} cube of ${letter}`,
        mark: { text: `${letter}${cube + 1}`, cell: /** @type {number[]} */ (cell) },
      })),
    ];
  });
  const name = ["fragile", draft.board.fragile].join(" ").trim();
  const fragile = { value: fragileOf(draft), name, key: "f", classes: "fragile" };
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

  /** @param {string} letter @param {(change: (draft: Draft) => void) => void} edit */
  constructor(letter, edit) {
    this.#letter = letter;
    this.#edit = edit;
    this.#kind = selectField(`${letter} is`, KINDS, (kind) => edit((draft) => setKind(draft, letter, /** @type {Kind} */ (kind))));
    this.#cells = CUBES.map((cube, index) =>
      numberFields([`${cube}: x`, "y"], (axis, typed) =>
        edit(({ letters }) => {
          letters[letter].to[index][axis] = typedNumber(typed);
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
    this.#idle.hidden = !movesNothing(letter, bridges);
    this.#idle.textContent = `This switch moves nothing: ${advice}.`;
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

  /** @param {string} [id] what is at the end of the field's id: a bridge, or the number of a cube */
  place(id = "") {
    const field = this.#moves.get(id) ?? this.#cells[Number(id || NaN)] ?? this.#kind;
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

/** The fields of all letters. It changes the letters of the draft. */
export class FloorEditor {
  /** @type {() => Draft} */
  #draft;
  /** @type {() => void} */
  #changed;
  /** @type {Map<string, LetterFields>} */
  #letters = new Map();
  #list = make("div", { class: "letters" });
  #slot = make("div", { class: "slot" });

  /**
   * @param {() => Draft} draft
   * @param {(letter: string) => void} begun there is a new letter, which is to be painted
   * @param {() => void} changed
   */
  constructor(draft, begun, changed) {
    [this.#draft, this.#changed] = [draft, changed];
    /** @param {string} name @param {Kind} kind */
    const button = (name, kind) => {
      const onclick = () => {
        const letter = newLetter(draft(), kind);
        if (letter === undefined) return;
        setKind(draft(), letter, kind);
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
    setKind(this.#draft(), key, knownLetters(this.#draft())[key]?.kind ?? kind);
    return true;
  }

  /** Shows the letters of the map, and that of a tool. @param {string} tool */
  show(tool) {
    const letters = knownLetters(this.#draft());
    const shown = lettersOf(this.#draft(), tool);
    if (shown.join() !== [...this.#letters.keys()].join()) {
      const edit = (/** @type {(draft: Draft) => void} */ change) => {
        change(this.#draft());
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
    const [table, letter, ...parts] = id.replace(/^board\.bridges/, "bridges").split(".");
    if (!["bridges", "switches", "splitters"].includes(table)) return null;
    // Behind `opens` or `to` is the bridge or the cube.
    return this.#letters.get(letter)?.place(parts[1]) ?? { element: this.#list, slot: this.#slot };
  }
}
