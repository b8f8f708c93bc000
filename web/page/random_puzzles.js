// Random puzzles: the button, the seed and the options, those of `tumble new` in words.
import { byId, fill, make } from "./dom.js";
import { elapsed } from "./durations.js";
import { RandomForm } from "./random_form.js";
import { sentence } from "./problems.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @import { About, Engine } from "./types.js" */
/** @import { Workbench } from "./workbench.js" */

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
