// The answer: its headline, its replay, its facts, and what can be saved of it.
import { createPlayer } from "../player/player.js";
import { button, byId, fill, make, saveFile } from "./dom.js";
import { PUZZLES } from "./puzzles.js";
import { fileButton } from "./toolbar.js";
import { verdict } from "./runs.js";

/** @import { ExplainView } from "./explain_view.js" */
/** @import { RepairsView } from "./repairs_view.js" */
/** @import { Engine, ForeignFile, Report } from "./types.js" */

/** What a run gave, with its report in words: how it ended, a remark on that, and the method.
 * @typedef {{ headline: string, remark: string, how: string, report: Report, explains?: boolean, replay?: any, picture?: string, facts?: [string, string][], files?: ForeignFile[] }} Solved */

/** The best solution of a run that was stopped, and the model's text.
 * @typedef {{ bound: number|null, solution: unknown, how: string, text: string }} Best */

/** The answer to one model. */
export class ResultView {
  #section = byId("answer");
  /** The model that the answer is to. */
  #text = "";
  #engine;
  /** @type {ReturnType<typeof createPlayer>|null} */
  #player = null;
  #repairs;
  #explain;

  /**
   * @param {Engine} engine
   * @param {RepairsView} repairs
   * @param {ExplainView} explain
   */
  constructor(engine, repairs, explain) {
    this.#engine = engine;
    this.#repairs = repairs;
    this.#explain = explain;
  }

  clear() {
    this.#player?.destroy();
    this.#player = null;
    this.#explain.clear();
    this.#section.hidden = true;
    fill(byId("spoken"));
    this.#section.classList.remove("outdated");
    fill(this.#section);
  }

  /** The model is this text now. @param {string} text */
  outdate(text) {
    const isOutdated = text !== this.#text;
    if (this.#section.hidden || this.#section.classList.contains("outdated") === isOutdated) return;
    this.#section.classList.toggle("outdated", isOutdated);
    if (isOutdated) {
      const words = "The model was changed since: this answer is to the earlier one.";
      this.#section.prepend(make("p", { class: "note outdated-note" }, words));
    } else {
      this.#section.querySelector(".outdated-note")?.remove();
    }
  }

  /** Shows the best solution of a run that was stopped, after tumble has replayed it. @param {Best} best */
  async showBest({ bound, solution, how, text }) {
    const { error, ...answer } = await this.#engine.call("stopped", text, JSON.stringify(solution), bound);
    if (error) {
      this.fail(error.message);
      return;
    }
    const report = { puzzle: answer.replay.puzzle, status: "feasible", bound: bound === null ? null : Math.trunc(bound), solution };
    this.show({ ...answer, remark: "", how: `${how}; replayed by the rules`, report }, text);
  }

  /** Shows an answer. @param {Solved} solved @param {string} text the model */
  show(solved, text) {
    this.clear();
    this.#text = text;
    const { headline, remark, how, report, explains = false, replay, picture, facts = [] } = solved;
    const move = PUZZLES.find(({ name }) => name === report.puzzle)?.move;
    const words = verdict(report, headline, move);
    const title = make(
      "h2",
      { tabindex: "-1", class: `status ${report.status}` },
      words,
      make("span", { class: "reason" }, remark),
    );
    const stage = make("div", { class: "replay" });
    const side = make("div", { class: "answer-side" }, factList(facts), this.#downloads(solved, text));
    const unsolvable = report.puzzle === "sudoku-cube" && report.status === "infeasible";
    const source = `data:image/svg+xml,${encodeURIComponent(picture ?? "")}`;
    const still = picture && make("img", { class: "still", alt: "", src: source });
    const body = report.solution ? make("div", { class: "answer-body" }, stage, still, side) : null;
    const repairs = unsolvable && this.#repairs.offer(text);
    fill(this.#section, title, make("p", { class: "how" }, how), body, repairs, explains && this.#explain.offer());
    if (!report.solution && !unsolvable)
      this.#section.append(make("div", { class: "downloads" }, this.#resultButton(report)));
    this.#section.hidden = false;
    byId("spoken").textContent = `${words}${remark}`;
    if (report.solution) this.#play(stage, replay, still || null);
    this.#section.scrollIntoView({ block: "start" });
  }

  /**
   * Plays the replay, and leaves its still picture to paper; or shows the picture, if there is too much to be played.
   * @param {HTMLElement} place
   * @param {any} replay
   * @param {HTMLElement|null} still
   */
  #play(place, replay, still) {
    try {
      this.#player = createPlayer(place, replay);
      still?.classList.add("on-paper");
    } catch (error) {
      const why = replay?.stage ? /** @type {Error} */ (error).message : "it is too long, or its board too large";
      fill(place, make("p", { class: "note" }, `The solution is not replayed step by step here: ${why}.`));
    }
  }

  /** What tumble could not do. @param {string} words */
  fail(words) {
    this.clear();
    fill(this.#section, make("h2", { class: "status" }, "no answer"), make("p", { class: "problem", role: "alert" }, words));
    this.#section.hidden = false;
  }

  /** @param {Solved} solved @param {string} text */
  #downloads({ report, picture, files = [] }, text) {
    const replay = button("Replay (HTML)", () => this.#saveReplay(text, report));
    const drawing = picture && button("Picture (SVG)", () => saveFile(`${report.puzzle}.svg`, "image/svg+xml", picture));
    return make(
      "div",
      { class: "downloads" },
      make("h3", {}, "Download"),
      replay,
      drawing,
      ...files.map((file) => fileButton(report.puzzle, file)),
      report.format_version && this.#resultButton(report),
    );
  }

  /** @param {Report} report */
  #resultButton(report) {
    return button("Result (JSON)", () =>
      saveFile(`${report.puzzle}.json`, "application/json", `${JSON.stringify(report)}\n`),
    );
  }

  /** @param {string} text @param {Report} report */
  async #saveReplay(text, report) {
    const { html, error } = await this.#engine.call("replay_file", text, JSON.stringify(report));
    if (error) this.#section.append(make("p", { class: "problem", role: "alert" }, error.message));
    else saveFile(`${report.puzzle}.html`, "text/html", html);
  }
}

/** @param {[string, string][]} facts */
function factList(facts) {
  // As on the command line, what is empty is left out.
  const known = facts.filter(([, value]) => value !== "");
  return make("dl", { class: "facts" }, ...known.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, String(value))]));
}
