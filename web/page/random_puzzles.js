// Random puzzles: the button, the seed, and the options, those of `tumble new` in words.
import { byId, fill, make } from "./dom.js";
import { labelled, selectField, tickField } from "./fields.js";
import { sentence } from "./problems.js";
import { elapsed } from "./runs.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @import { About, Engine, FieldPlace, PuzzleInfo } from "./types.js" */
/** @import { Workbench } from "./workbench.js" */

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

/** The search for a random puzzle is not mentioned before so many milliseconds: most are there at once. */
const SOON = 300;
/** After so many milliseconds, the reader hears why it may take long. */
const LONG = 3000;

/** Makes random puzzles in a worker of its own, which can be ended. */
export class RandomPuzzles {
  #engine;
  #form;
  #seed = /** @type {HTMLInputElement} */ (byId("seed"));
  #button = byId("random");
  #said = byId("said");
  /** The search that is under way. @type {{}|null} */
  #making = null;

  /** @param {Engine} engine @param {Promise<About>} about */
  constructor(engine, about) {
    this.#engine = engine;
    this.#form = new RandomForm(about, this.#seed);
  }

  /** Shows the options of a puzzle. @param {Puzzle} puzzle */
  open(puzzle) {
    this.stop();
    this.#form.open(puzzle);
  }

  /** Ends the search, if there is one. */
  stop() {
    if (this.#making) this.#engine.stop();
    this.#making = null;
  }

  /** Makes a puzzle. @param {Workbench} workbench */
  async make(workbench) {
    if (this.#making) return;
    const mine = (this.#making = {});
    const seed = this.#seed.value.trim();
    this.#form.clear();
    fill(this.#said);
    const clock = this.#showProgress();
    this.#button.setAttribute("aria-disabled", "true");
    try {
      const options = JSON.stringify({ ...this.#form.choices, seed });
      const { text, error } = await this.#engine.call("create", workbench.puzzle.name, options);
      if (this.#making !== mine) return;
      this.#making = null;
      clearInterval(clock);
      if (error) this.#fail(error.message);
      else await this.#use(workbench, text, seed);
    } catch (error) {
      // What was stopped by an edit has nothing more to say.
      if (this.#making === mine) this.#fail(/** @type {Error} */ (error).message);
    } finally {
      clearInterval(clock);
      if (this.#making === mine) this.#making = null;
      if (this.#making === null) this.#button.removeAttribute("aria-disabled");
    }
  }

  /** @param {Workbench} workbench @param {string} text @param {string} seed */
  async #use(workbench, text, seed) {
    await workbench.useText(text);
    this.#said.textContent = `A random puzzle, from seed ${seed}.`;
    if (/^\d+$/.test(seed)) this.#seed.value = String(BigInt(seed) + 1n);
  }

  /** @param {string} message */
  #fail(message) {
    fill(this.#said);
    if (!this.#form.mark(message)) fill(this.#said, make("span", { class: "problem", role: "alert" }, sentence(this.#form.inWords(message))));
  }

  /** A clock, and a button that ends the search. @returns {number} the timer */
  #showProgress() {
    const began = performance.now();
    const seconds = () => elapsed((performance.now() - began) / 1000);
    const words = make("span", { role: "status" });
    const time = make("span", { "aria-hidden": "true" });
    const stop = () => {
      const took = seconds();
      this.stop();
      this.#button.focus();
      const told = `Stopped after ${took}: no random puzzle so far was as the options ask for.`;
      fill(this.#said, make("span", { role: "status" }, told));
    };
    const button = make("button", { type: "button", class: "small", id: "stop-random", onclick: stop }, "Stop");
    return window.setInterval(() => {
      const passed = performance.now() - began;
      if (passed < SOON) return;
      if (!button.isConnected) fill(this.#said, words, " ", time, " ", button);
      const known = passed < LONG ? "Looking for a random puzzle …" : "Looking for a random puzzle that is as the options ask for; few or none may be …";
      if (words.textContent !== known) words.textContent = known;
      time.textContent = seconds();
    }, 100);
  }
}
