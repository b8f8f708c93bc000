// The rules of a puzzle: in words, and in two pictures that tumble draws of a small model and of its solution.
import { byId, fill, make } from "./dom.js";

/** @import { About, Engine } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */

/** Seconds that the solution in the help may take. */
const LIMIT = 20;

/** What the element #help says of the puzzle that is open. */
export class Help {
  #details = /** @type {HTMLDetailsElement} */ (byId("help"));
  #engine;
  #examples;
  #about;
  /** @type {Puzzle|null} */
  #puzzle = null;
  /** The figures, by puzzle. @type {Map<string, Promise<HTMLElement[]>>} */
  #figures = new Map();

  /** @param {Engine} engine @param {Promise<{ path: string, text: string }[]>} examples @param {Promise<About>} about */
  constructor(engine, examples, about) {
    this.#engine = engine;
    this.#examples = examples;
    this.#about = about;
    this.#details.addEventListener("toggle", () => this.#show());
  }

  /** Shows the rules. */
  unfold() {
    this.#details.open = true;
  }

  /** Turns to a puzzle. @param {Puzzle} puzzle */
  open(puzzle) {
    this.#puzzle = puzzle;
    this.#details.open = false;
  }

  async #show() {
    const puzzle = this.#puzzle;
    if (!this.#details.open || !puzzle) return;
    const pictures = make("div", { class: "help-pictures" });
    const known = (await this.#about).puzzles.find(({ name }) => name === puzzle.name);
    const rules = (known?.rules ?? []).map((line) => make("li", {}, line));
    const clicks = puzzle.clicks.map((line) => make("li", { class: "clicks" }, line));
    fill(byId("help-body"), make("ul", {}, ...rules, ...clicks), pictures);
    const figures = this.#figures.get(puzzle.name) ?? this.#draw(puzzle.shown);
    this.#figures.set(puzzle.name, figures);
    fill(pictures, ...(await figures));
  }

  /** The pictures of a model and of its solution. @param {string} path @returns {Promise<HTMLElement[]>} */
  async #draw(path) {
    const text = (await this.#examples).find((example) => example.path === path)?.text ?? "";
    const [read, solved] = [await this.#engine.call("read", text), await this.#engine.call("solve", text, "search", "", LIMIT, () => {})];
    return [figure("A puzzle", read.picture), figure("Its solution", solved.picture)];
  }
}

/** @param {string} caption @param {string} picture as SVG */
function figure(caption, picture) {
  const source = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return make("figure", {}, make("img", { alt: "", src: source }), make("figcaption", {}, caption));
}
