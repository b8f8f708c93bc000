// The options of random instances: those of `tumble new`, in words.
import { byId, fill, make } from "./dom.js";
import { labelled, tickField } from "./fields.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @import { About, PuzzleInfo } from "./types.js" */

/** The form for random instances of the puzzle that is open. What is set stays for each puzzle. */
export class RandomForm {
  #host = byId("random-fields");
  #about;
  /** The options that are set, by puzzle. @type {Map<string, Record<string, string>>} */
  #set = new Map();
  #puzzle = "";

  /** @param {Promise<About>} about */
  constructor(about) {
    this.#about = about;
  }

  /** The options that are set, as `tumble new` takes them. */
  get choices() {
    const set = Object.entries(this.#set.get(this.#puzzle) ?? {});
    return Object.fromEntries(set.filter(([, value]) => value !== ""));
  }

  /** Shows the options of a puzzle. @param {Puzzle} puzzle */
  async open({ name, random }) {
    this.#puzzle = name;
    const set = this.#set.get(name) ?? { ...random };
    this.#set.set(name, set);
    const { puzzles } = await this.#about;
    if (this.#puzzle !== name) return;
    const options = puzzles.find((puzzle) => puzzle.name === name)?.new_options ?? [];
    fill(this.#host, ...options.filter((option) => option.name !== "seed").map((option) => fieldOf(option, set)));
  }
}

/** @param {PuzzleInfo["new_options"][number]} option @param {Record<string, string>} set */
function fieldOf({ name, value, help }, set) {
  // Every instance that is made here has a seed, and mostly a size.
  const said = help.replace(/^With --(seed|columns)( and --columns)?: |^With --seed and (?=--)/, "").replaceAll("--", "");
  const words = said[0].toUpperCase() + said.slice(1);
  if (value === null) {
    const tick = tickField(words, (ticked) => (set[name] = ticked ? "true" : ""));
    tick.control.checked = set[name] === "true";
    return tick.element;
  }
  const control = make("input", {
    type: "text",
    class: "number",
    autocomplete: "off",
    placeholder: value,
    value: set[name] ?? "",
    oninput: () => (set[name] = control.value.trim()),
  });
  return labelled(words, control).element;
}
