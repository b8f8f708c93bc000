// Solving and counting: the method, its settings, what is to be expected, and what happens meanwhile.
import { byId, fill, make } from "./dom.js";
import { countInWords, elapsed, estimateText } from "./runs.js";
import { choiceField, optionsOf, selectField } from "./fields.js";

/** @import { Engine, ReadAnswer } from "./types.js" */
/** @import { Solved } from "./result_view.js" */

/** The pause before the size of a model is asked for, in milliseconds. */
const ESTIMATE_PAUSE = 400;

/** A run was ended by the reader. */
const STOPPED = "Stopped";

/** @typedef {object} SolveOptions
 * @property {Engine} engine
 * @property {Engine} measurer builds integer models to tell their sizes
 * @property {Engine} exporter writes integer models
 * @property {Promise<import("./runs.js").Run[]>} runs recorded runs
 * @property {() => Promise<string|null>} model the model to solve; null: there is an error in it
 * @property {() => void} started solving began
 * @property {(solved: Solved, text: string) => void} solved
 * @property {(best: import("./result_view.js").Best) => void} stoppedWith the reader stopped a run that had a solution
 * @property {(words: string) => void} failed
 * @property {(name: string, text: string) => void} save saves a file
 * @property {() => void} play the reader wants to play
 */

/** The settings of a run, in the element #settings, and its buttons, in #solve, which stays in sight. */
export class SolvePanel {
  #options;
  /** The methods that the reader chose, by puzzle; they do not fit every model. @type {Map<string, string>} */
  #wanted = new Map();
  #method = "search";
  #methods;
  /** The encoding that the reader chose, by puzzle: another puzzle's encoding of the same name is another model. @type {Map<string, string>} */
  #chosen = new Map();
  #puzzle = "";
  #encoding = selectField("Encoding", [], (encoding) => this.#choose(encoding));
  #limit;
  #go = make("button", { type: "button", class: "primary", id: "go", onclick: () => this.start() }, "Solve");
  #count = make("button", { type: "button", id: "count", onclick: () => this.count() }, "How many solutions?");
  #play = make("button", { type: "button", id: "to-play", onclick: () => this.#options.play() }, "Play");
  #stop = make("button", { type: "button", id: "stop", hidden: true, onclick: () => this.#options.engine.stop() }, "Stop");
  #lp = make("button", { type: "button", class: "small", onclick: () => this.#saveLp() }, "LP file");
  #note = make("p", { class: "note estimate" });
  #progress = make("div", { class: "progress", hidden: true });
  /** The button that started the run. */
  #asked = this.#go;
  /** What is known of the run. @type {Record<string, string>} */
  #known = {};
  /** The best solution of the run, if it is known. @type {unknown} */
  #best = null;
  /** The answer of the run as far as it is known, if it can be told before its end. @type {unknown} */
  #answer = null;
  #clock = 0;
  #timer = 0;
  /** The question for a size that has no answer yet. @type {Promise<any>|null} */
  #measuring = null;
  /** @type {{ text: string, answer: ReadAnswer }|null} */
  #model = null;

  /** @param {SolveOptions} options */
  constructor(options) {
    this.#options = options;
    const methods = [{ value: "search", name: "direct search" }, { value: "highs", name: "HiGHS", title: "an integer model, solved by HiGHS" }];
    this.#methods = choiceField("Method", methods, (method) => {
      this.#wanted.set(this.#puzzle, method);
      this.#setMethod(method);
    });
    const limits = /** @type {[string, string][]} */ ([["10", "10 seconds"], ["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"]]);
    this.#limit = selectField("Time limit", limits, () => {});
    this.#limit.control.value = "60";
    const fields = [this.#methods.element, this.#encoding.element, this.#limit.element, this.#lp];
    fill(byId("settings"), make("h2", { class: "visually-hidden" }, "Solve"), make("div", { class: "solve-fields" }, ...fields));
    const buttons = make("div", { class: "solve-buttons" }, this.#go, this.#count, this.#play, this.#stop, this.#note);
    fill(byId("solve"), buttons, this.#progress);
    this.#setMethod(this.#method);
  }

  /** Turns to a puzzle, of which no model was read yet. @param {string} puzzle */
  open(puzzle) {
    if (puzzle === this.#puzzle) return;
    this.#puzzle = puzzle;
    this.#model = null;
    fill(this.#encoding.control);
    this.#setMethod(this.#wanted.get(puzzle) ?? "search");
  }

  /** The model that can be solved, or null while there is an error in it. @param {string} text @param {ReadAnswer|null} answer */
  setModel(text, answer) {
    this.#model = answer && { text, answer };
    if (answer) this.#setEncodings(answer);
    this.#estimate();
  }

  /** Solves the model. */
  start() {
    const { engine, started, solved } = this.#options;
    return this.#ask(started, (text, seconds, hear) => engine.call("solve", text, this.#method, this.#chosenEncoding, seconds, hear), solved);
  }

  /** Asks why the model has no solution. @param {(explanation: any, text: string) => void} answered */
  explain(answered) {
    return this.#ask(() => {}, (text, seconds, hear) => this.#options.engine.call("explain", text, seconds, hear), answered);
  }

  /** Counts the best solutions of the model, by direct search whatever the method is. */
  count() {
    return this.#ask(
      () => {},
      (text, seconds, hear) => this.#options.engine.call("count", text, seconds, hear),
      (count) => fill(this.#note, make("span", { role: "status" }, countInWords(count))),
    );
  }

  /**
   * Asks for a best solution of what is left after some moves, by direct search whatever the method is.
   * @param {string} moves
   * @param {string} start
   * @param {(answer: any) => void} answered
   */
  rest(moves, start, answered) {
    return this.#ask(
      () => {},
      // What was found so far is no solution of the model.
      (text, seconds, hear) => this.#options.engine.call("rest", text, moves, start, seconds, (event) => hear({ ...event, solution: null })),
      answered,
    );
  }

  /**
   * Asks the engine about the model.
   * @param {() => void} started the question was put
   * @param {(text: string, seconds: number, hear: (event: any) => void) => Promise<any>} question
   * @param {(answer: any, text: string) => void} answered
   */
  async #ask(started, question, answered) {
    fill(this.#note);
    if (!this.#stop.hidden) return;
    // At once: an answer that is still there looks like the one that was asked for.
    started();
    const text = await this.#options.model();
    if (text === null || !this.#stop.hidden) return;
    this.#run(true);
    const begin = performance.now();
    this.#known = {};
    this.#best = this.#answer = null;
    this.#clock = window.setInterval(() => this.#showProgress(begin), 100);
    this.#showProgress(begin);
    try {
      const answer = await question(text, Number(this.#limit.control.value), (event) => this.#hear(event));
      if (answer.error) this.#options.failed(answer.error.message);
      else answered(answer, text);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name === STOPPED && this.#answer) answered(this.#answer, text);
      else if (name === STOPPED) this.#stopped(performance.now() - begin, text);
      else this.#options.failed(message);
    } finally {
      clearInterval(this.#clock);
      this.#run(false);
    }
  }

  get #chosenEncoding() {
    return this.#method === "highs" ? this.#encoding.control.value : "";
  }

  /** @param {boolean} running */
  #run(running) {
    const { activeElement } = document;
    if (running && activeElement === this.#count) this.#asked = this.#count;
    else if (running) this.#asked = this.#go;
    const hadFocus = activeElement === this.#asked || activeElement === this.#stop;
    this.#go.hidden = this.#count.hidden = this.#play.hidden = running;
    this.#stop.hidden = !running;
    this.#progress.hidden = !running;
    if (running) fill(this.#note);
    // The answer is what is to be in sight.
    if (hadFocus) (running ? this.#stop : this.#asked).focus({ preventScroll: true });
  }

  /** @param {number} milliseconds @param {string} text the model */
  #stopped(milliseconds, text) {
    const how = `stopped after ${elapsed(milliseconds / 1000)}`;
    const { incumbent, bound } = this.#known;
    fill(this.#note, make("span", { role: "status" }, `${how}${incumbent ? `; the best solution had ${incumbent}` : ""}`));
    if (this.#best === null) return;
    this.#options.stoppedWith({ bound: bound === undefined ? null : Number(bound), solution: this.#best, how, text });
  }

  /** @param {any} event */
  #hear(event) {
    const { objective, incumbent = objective, bound, nodes, line, solution } = event;
    if (event.event === "incumbent") this.#best = solution ?? null;
    if (event.event === "known") this.#answer = event.answer;
    const values = { incumbent, bound, nodes, log: line?.trim() };
    for (const [key, value] of Object.entries(values)) {
      if (value !== undefined && value !== null && value !== "") this.#known[key] = String(value);
    }
  }

  /** @param {number} started */
  #showProgress(started) {
    const { incumbent, bound, nodes, log } = this.#known;
    const gap = incumbent && bound ? String(Math.abs(Number(incumbent) - Number(bound))) : "";
    const rows = [
      ["time", elapsed((performance.now() - started) / 1000)],
      ["best so far", incumbent],
      ["bound", bound],
      ["gap", gap],
      ["nodes", nodes],
    ];
    const list = rows.flatMap(([key, value]) =>
      value ? [make("div", {}, make("dt", {}, key), make("dd", {}, value))] : [],
    );
    fill(
      this.#progress,
      make("div", { class: "bar", "aria-hidden": "true" }),
      make("dl", {}, ...list),
      log ? make("p", { class: "log" }, log) : null,
    );
  }

  /** @param {string} method */
  #setMethod(method) {
    this.#method = method;
    this.#methods.set(method);
    this.#encoding.element.hidden = this.#lp.hidden = method !== "highs";
    this.#estimate();
  }

  /** @param {string} encoding */
  #choose(encoding) {
    this.#chosen.set(this.#puzzle, encoding);
    this.#estimate();
  }

  /** Offers what fits a model: its encodings, and HiGHS if there are any. @param {ReadAnswer} answer */
  #setEncodings({ encodings, default_encoding: standard }) {
    const { control } = this.#encoding;
    const names = encodings.map((name) => (name === standard ? `${name} (default)` : name));
    if (names.join() !== [...control.options].map(({ text }) => text).join()) {
      fill(control, ...optionsOf(names.map((name, index) => [encodings[index], name])));
    }
    const chosen = this.#chosen.get(this.#puzzle) ?? "";
    control.value = encodings.includes(chosen) ? chosen : (standard ?? encodings[0] ?? "");
    const fits = (/** @type {string} */ method) => method === "search" || encodings.length > 0;
    this.#methods.filter(fits);
    const wanted = this.#wanted.get(this.#puzzle) ?? "search";
    this.#setMethod(fits(wanted) ? wanted : "search");
  }

  /** Says how long similar models took, if such runs are recorded. */
  #estimate() {
    clearTimeout(this.#timer);
    // The size of an earlier model, which may be large, is of no interest any more.
    if (this.#measuring) this.#options.measurer.stop();
    fill(this.#note);
    const model = this.#model;
    if (!model || this.#method !== "highs") return;
    this.#timer = window.setTimeout(() => this.#measure(model, this.#chosenEncoding), ESTIMATE_PAUSE);
  }

  /** @param {{ text: string, answer: ReadAnswer }} model @param {string} encoding */
  async #measure(model, encoding) {
    const asked = this.#options.measurer.call("size", model.text, encoding);
    this.#measuring = asked;
    // A size that is not known, because it is not wanted any more or because there is no room for the model, is not said.
    const size = await asked.catch(() => ({ error: "none" }));
    if (this.#measuring === asked) this.#measuring = null;
    if (size.error || this.#model !== model || encoding !== this.#chosenEncoding || this.#go.hidden) return;
    const similar = estimateText(await this.#options.runs, model.answer.puzzle, encoding, size.variables);
    const sizeText = `${size.variables} variables, ${size.rows} rows.`;
    fill(this.#note, similar ? `${sizeText} ${similar}` : sizeText);
  }

  async #saveLp() {
    const model = this.#model;
    if (!model) return;
    const asked = this.#options.exporter.call("export_lp", model.text, this.#chosenEncoding);
    const { lp, error } = await asked.catch((error) => ({ lp: "", error }));
    if (error) this.#options.failed(error.message);
    else this.#options.save(`${model.answer.puzzle}.lp`, lp);
  }
}
