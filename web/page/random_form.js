// The options of random puzzles: those of `tumble new`, in words.
import { byId, fill, make } from "./dom.js";
import { labelled, selectField, tickField } from "./fields.js";
import { sentence } from "./problems.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @import { About, FieldPlace, PuzzleInfo } from "./types.js" */

/** An option of a random puzzle. @typedef {PuzzleInfo["new_options"][number]} Option */

/** The form for random instances of the puzzle that is open. What is set stays for each puzzle. */
export class RandomForm {
  #host = byId("random-fields");
  #about;
  /** Where the fields are, by option. @type {Map<string, FieldPlace>} */
  #places = new Map();
  #seed;
  /** @type {FieldPlace|null} */
  #wrong = null;
  #message = make("p", { class: "problem", role: "alert", id: "random-problem" });
  /** The options that are set, by puzzle. @type {Map<string, Record<string, string>>} */
  #set = new Map();
  #puzzle = "";

  /** @param {Promise<About>} about @param {HTMLInputElement} seed the field of the seed, which is elsewhere */
  constructor(about, seed) {
    this.#about = about;
    this.#seed = { element: seed, slot: byId("seed-slot") };
    seed.addEventListener("input", () => this.clear());
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
    this.clear();
    const options = (puzzles.find((puzzle) => puzzle.name === name)?.new_options ?? []).filter((option) => option.name !== "seed");
    const fields = options.map((option) => this.#fieldOf(option, set));
    this.#places = new Map(options.map(({ name: option }, index) => [option, fields[index].place]));
    this.#places.set("seed", this.#seed);
    // What is typed comes before what is ticked.
    const [typed, ticked] = [true, false].map((isTyped) => fields.filter((_, index) => (options[index].value !== null) === isTyped));
    fill(this.#host, ...[typed, ticked].map((part) => make("div", {}, ...part.map(({ element }) => element))));
  }

  /** Marks the option that a message is about, and puts the message there. @param {string} message @returns {boolean} whether it is about one */
  mark(message) {
    const named = [...message.matchAll(/--([a-z-]+)/g)].map(([, name]) => this.#places.get(name)).find(Boolean);
    if (!named) return false;
    this.clear();
    this.#wrong = named;
    fill(this.#message, sentence(this.inWords(message)));
    named.element.setAttribute("aria-invalid", "true");
    named.element.setAttribute("aria-describedby", this.#message.id);
    named.slot.append(this.#message);
    const details = named.element.closest("details");
    if (details) details.open = true;
    named.element.focus();
    return true;
  }

  /** No option is wrong any more. */
  clear() {
    this.#message.remove();
    this.#wrong?.element.removeAttribute("aria-invalid");
    this.#wrong?.element.removeAttribute("aria-describedby");
    this.#wrong = null;
  }

  /** What the program says, as the page says it. @param {string} message */
  inWords(message) {
    return message.replaceAll("--", "").replace(/\b([Aa])n instance\b/g, "$1 puzzle").replace(/\binstance(s?)\b/g, "puzzle$1");
  }

  /** @param {Option} option @param {Record<string, string>} set @returns {{ element: HTMLElement, place: FieldPlace }} */
  #fieldOf({ name, value, help }, set) {
    // Every puzzle that is made here has a seed, and mostly a size.
    const said = this.inWords(help.replace(/^With --(seed|columns)( and --columns)?: |^With --seed and (?=--)/, ""));
    const words = said[0].toUpperCase() + said.slice(1);
    const change = (/** @type {string} */ given) => {
      set[name] = given;
      this.clear();
    };
    if (value === null) {
      const tick = tickField(words, (ticked) => change(ticked ? "true" : ""));
      tick.control.checked = set[name] === "true";
      return tick;
    }
    if (value.includes("|")) {
      const choice = selectField(words, [["", "default"], ...value.split("|").map((one) => /** @type {[string, string]} */ ([one, one]))], change);
      choice.control.value = set[name] ?? "";
      return choice;
    }
    const control = make("input", {
      type: "text",
      class: "number",
      autocomplete: "off",
      placeholder: value,
      value: set[name] ?? "",
      oninput: () => change(control.value.trim()),
    });
    return labelled(words, control);
  }
}
