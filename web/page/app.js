// The start of the page: its engine, its parts, and what happens when the reader acts.
import { createEngine, createTexts, data, given, licences, pageToPlay } from "../engine/engine.js";
import { byId, fill, make, saveFile } from "./dom.js";
import { ExplainView } from "./explain_view.js";
import { Help } from "./help.js";
import { Play } from "./play.js";
import { PUZZLES } from "./puzzles.js";
import { RandomPuzzles } from "./random_puzzles.js";
import { RepairsView } from "./repairs_view.js";
import { ResultView } from "./result_view.js";
import { fragmentOf, isToPlay, textOfFragment } from "./texts.js";
import { SolvePanel } from "./solve_panel.js";
import { Toolbar } from "./toolbar.js";
import { Workbench } from "./workbench.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @import { Engine } from "./types.js" */

/** Shows all puzzles, or the one that is worked on. @param {string} title @param {string} [puzzle] */
function showView(title, puzzle) {
  const home = puzzle === undefined;
  byId("home").hidden = !home;
  byId("work").hidden = home;
  // The documentation of a site has a page for each puzzle.
  byId("docs-link").setAttribute("href", home ? "index.html" : `puzzles/${puzzle.replaceAll("-", "_")}.html`);
  document.title = title;
  const heading = byId(home ? "home-title" : "title");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** A cube that is solved soon, because its centres may be turned as they are. */
const SOON_SOLVED = "models/sudoku_cube/seed_net.toml";

/**
 * Solves some cube, so that the tables of turns are there when the reader's cube is solved.
 * @param {Engine} solver
 * @param {Promise<{ path: string, text: string }[]>} examples
 */
async function warmUp(solver, examples) {
  try {
    const cube = (await examples).find(({ path }) => path === SOON_SOLVED);
    if (cube) await solver.call("solve", cube.text, "search", "", 10, () => {});
  } catch {
    // It was stopped, or failed: the first solution then takes a little longer.
  }
}

function start() {
  // Workers of their own, each made when it is needed: the model is still read while another one solves, makes a random puzzle, or builds an
  // integer model.
  const [reader, solver, measurer, exporter] = [createEngine(), createEngine(), createEngine(), createEngine()];
  const runs = data("estimates").catch(() => []);
  const examples = data("examples");
  const texts = createTexts();
  const workbench = new Workbench(reader, texts, {
    opened: (puzzle) => {
      showView(`${puzzle.title}: tumble`, puzzle.name);
      followPuzzle(puzzle.name);
      solve.open(puzzle.name);
      if (puzzle.name === "sudoku-cube") warmUp(solver, examples);
      toolbar.open(puzzle);
      help.open(puzzle);
      play.close();
      result.clear();
    },
    read: (text, answer) => {
      explain.mark(text);
      solve.setModel(text, answer);
      toolbar.setFiles(answer?.files ?? []);
      // The page is loaded again, or a link was followed.
      if (history.state?.play && answer) openPlay(text);
      else if (history.state?.play) play.leave();
    },
    changed: () => {
      leaveLink(workbench.puzzle.name);
      toolbar.changed();
      result.outdate(workbench.text);
      explain.mark(workbench.text);
    },
    broken: (text) => repairs.ask(text),
  });
  const useModel = async (/** @type {string} */ model) => {
    await workbench.useText(model);
    result.clear();
    byId("go").focus();
  };
  const repairs = new RepairsView(solver, useModel);
  const explain = new ExplainView({ ask: (answered) => solve.explain(answered), texts, field: (id) => workbench.field(id), useModel });
  const result = new ResultView(solver, repairs, explain);
  const play = new Play({
    engine: reader,
    rest: (moves, start, answered) => solve.rest(moves, start, answered),
    stop: () => solver.stop(),
    share: () => toolbar.share(true),
  });
  /** @param {string} text */
  function openPlay(text) {
    result.clear();
    play.open(text, workbench.puzzle);
    if (isToPlay(location.hash)) help.unfold();
  }
  const solve = new SolvePanel({
    engine: solver,
    measurer,
    exporter,
    runs,
    model: () => workbench.checkedText(),
    started: () => result.clear(),
    solved: (solved, text) => result.show(solved, text),
    stoppedWith: (best) => result.showBest(best),
    failed: (words) => (play.isOpen ? play.fail(words) : result.fail(words)),
    play: async () => {
      const text = await workbench.checkedText();
      if (text !== null) openPlay(text);
    },
    save: (name, text) => saveFile(name, "text/plain", text),
  });
  const about = reader.call("about");
  const help = new Help(reader, examples, about);
  const toolbar = new Toolbar(workbench, new RandomPuzzles(createEngine(), about), examples, pageToPlay);
  listen(workbench, toolbar);
  examples.catch(({ message }) => fill(byId("page-problem"), problem(`The examples could not be loaded (${message}).`)));
  Promise.all([about, texts]).then(
    ([{ version }]) => byId("version").append(`tumble ${version}`, " · ", licencesButton()),
    ({ message }) => fill(byId("page-problem"), problem(`tumble could not be started (${message}): no puzzle can be read or solved here.`)),
  );
  // The solver's worker is made before it is needed.
  solver.call("about").catch(() => {});
}

/** @param {string} words */
function problem(words) {
  return make("p", { class: "problem", role: "alert" }, words);
}

function licencesButton() {
  const save = async () => saveFile("licences.txt", "text/plain", await licences());
  return make("button", { type: "button", class: "link", onclick: save }, "Licences");
}

/** The fragment of the link whose model is shown as it came; empty if there is none. */
let link = "";

/** The address names the puzzle that is shown, unless it is a link to this model. @param {string} puzzle */
function followPuzzle(puzzle) {
  if (location.hash !== `#${puzzle}` && location.hash !== (link || "#")) history.pushState(null, "", `#${puzzle}`);
}

/** The model of the link was changed: what is loaded again is the changed one. @param {string} puzzle */
function leaveLink(puzzle) {
  fill(byId("link-problem"));
  if (link !== "" && location.hash === link) history.replaceState(null, "", `#${puzzle}`);
  link = "";
}

/** Shows what the address names: a puzzle, a model that it holds, or the choice of puzzles. @param {Workbench} workbench */
async function follow(workbench) {
  fill(byId("link-problem"));
  if (location.hash !== "" && !(await workbench.loaded)) return;
  const puzzle = PUZZLES.find(({ name }) => location.hash === `#${name}`);
  if (puzzle) {
    workbench.open(puzzle);
  } else if (location.hash === "") {
    showHome();
  } else {
    try {
      const text = await textOfFragment(location.hash);
      if (text === null) return;
      const reading = workbench.useText(text);
      link = location.hash;
      if (isToPlay(link)) history.replaceState({ play: true }, "");
      await reading;
    } catch (error) {
      fill(byId("link-problem"), problem(/** @type {Error} */ (error).message));
      window.scrollTo(0, 0);
    }
  }
}

function showHome() {
  showView("tumble: cube puzzles");
}

/** The card of a puzzle, which leads there by the address, so that the browser's own way back leads back. @param {Puzzle} puzzle */
function card({ name, title, brief, drawing }) {
  const onclick = () => {
    location.hash = name;
  };
  const element = make("button", { type: "button", class: "card", "data-puzzle": name, onclick }, make("strong", {}, title), make("span", {}, brief));
  element.insertAdjacentHTML("afterbegin", `<svg viewBox="0 0 96 72" aria-hidden="true">${drawing}</svg>`);
  return element;
}

/** @param {Workbench} workbench @param {Toolbar} toolbar */
function listen(workbench, toolbar) {
  fill(byId("cards"), ...PUZZLES.map((puzzle) => make("li", {}, card(puzzle))));
  for (const id of ["all-puzzles", "home-link"]) {
    byId(id).addEventListener("click", (event) => {
      event.preventDefault();
      if (location.hash === "") showHome();
      location.hash = "";
    });
  }
  window.addEventListener("hashchange", () => follow(workbench));
  if (location.hash !== "") follow(workbench);
  else if (given !== undefined) fragmentOf(given, true).then((fragment) => location.replace(fragment));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) toolbar.openFile(file);
  });
}

start();
