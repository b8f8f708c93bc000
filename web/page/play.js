// Play: the reader makes the moves. The rules are asked about each; the player draws what they lead to.
import { createPlayer } from "../player/player.js";
import { button, byId, fill, make } from "./dom.js";
import { optionsOf, selectField } from "./fields.js";
import { firstStep, isTurn, movesIn, moversOf, rollClicked, rollTowards, turnOfKey } from "./play_moves.js";
import { store } from "./undo.js";

/** @import { Mover } from "./play_moves.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { Engine } from "./types.js" */

/** A game as it is kept: its model, its start, its moves, how many of them are made, for the others were taken back, and how many at the end
 * are not the reader's.
 * @typedef {{ text: string, start: string, moves: string[], done: number, shown: number }} Game */

/** What the rules say of moves. @typedef {{ length: number, start: string|null, starts: string[], replay: any, finished: boolean, objective: number|null }} Played */

/** @typedef {object} PlayOptions
 * @property {Engine} engine answers at once
 * @property {(moves: string, start: string, answered: (answer: any) => void) => Promise<void>} rest asks for a best solution of what is left
 * @property {() => void} stop ends that question
 * @property {() => void} share
 */

/** Pixels that a finger moves at least in a swipe. */
const SWIPE = 24;
/** A pointer that moves less than this clicks. */
const STILL = 6;
/** Which way an arrow key points, to the right and down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const LAYERS = ["U", "L", "F", "R", "B", "D"];

/** The element #play. */
export class Play {
  #options;
  #section = byId("play");
  #stage = make("div", { class: "replay play-stage" });
  #line = make("p", { class: "play-line", role: "status" });
  #starts = selectField("Start", [], (start) => this.#begin(start));
  #turns = make("div", { class: "play-turns", role: "group", "aria-label": "Turns", hidden: true });
  #other = button("", () => this.#change());
  #undo = button("Undo", () => this.#go(({ done }) => done - 1));
  #redo = button("Redo", () => this.#go(({ done }) => done + 1));
  /** @type {Puzzle|null} */
  #puzzle = null;
  /** @type {Game} */
  #game = newGame("");
  /** @type {Played|null} */
  #played = null;
  /** @type {Mover[]} */
  #movers = [];
  #mover = 0;
  /** @type {ReturnType<typeof createPlayer>|null} */
  #player = null;
  /** One move is made after the other. */
  #last = Promise.resolve();
  /** Whether what is left is being solved. */
  #asking = false;
  /** The report on the best solution of the model, once it is known. @type {import("./types.js").Report|null} */
  #best = null;

  /** What is left of a game, solved. @type {{ game: Game, answer: any }|null} */
  #rest = null;

  /** @param {PlayOptions} options */
  constructor(options) {
    this.#options = options;
    const turns = ["", "'", "2"].flatMap((suffix) => LAYERS.map((letter) => letter + suffix));
    fill(this.#turns, ...turns.map((turn) => button(turn, () => this.#make(() => ({ move: turn })))));
    const buttons = [this.#undo, this.#redo, button("From the start", () => this.#go(() => 0)), this.#other];
    const help = [button("Hint", () => this.#hint()), button("Show the rest", () => this.#showRest())];
    const ways = [button("Share to play", options.share), button("Edit", () => this.#edit())];
    const bar = make("div", { class: "solve play-bar" }, this.#line, this.#turns, make("div", { class: "play-buttons" }, ...buttons, ...help, ...ways));
    fill(this.#section, this.#starts.element, this.#stage, bar);
    document.addEventListener("keydown", (event) => this.#onKey(event), true);
    this.#listenToPointers();
  }

  get isOpen() {
    return !this.#section.hidden;
  }

  /** Plays a model, from where it was left. @param {string} text @param {Puzzle} puzzle */
  open(text, puzzle) {
    if (this.isOpen && text === this.#game.text) return;
    this.close();
    const game = kept(puzzle.name);
    [this.#puzzle, this.#best, this.#mover, this.#game] = [puzzle, null, 0, newGame(text)];
    this.#section.hidden = false;
    // What may not be played at all has neither.
    this.#starts.element.hidden = this.#other.hidden = true;
    byId("work").classList.add("playing");
    history.replaceState({ play: true }, "");
    window.scrollTo(0, 0);
    this.#inTurn(async () => {
      // What another release of the page has kept may be refused.
      if (game?.text !== text || !(await this.#try(game, Infinity))) await this.#try(newGame(text), Infinity);
      this.#focus();
    });
  }

  close() {
    if (!this.isOpen) return;
    this.#stopAsking();
    this.#player?.destroy();
    [this.#player, this.#played] = [null, null];
    this.#section.hidden = true;
    byId("work").classList.remove("playing");
  }

  /** What was asked for failed. @param {string} words */
  fail(words) {
    this.#asking = false;
    this.#say(words);
  }

  /** @param {string} words */
  #say(words) {
    this.#line.textContent = words;
  }

  /** Closes Play for good. */
  leave() {
    this.close();
    history.replaceState(null, "");
  }

  #edit() {
    this.leave();
    byId("to-play").focus();
  }

  /** The moves that are made. */
  get #made() {
    return this.#game.moves.slice(0, this.#game.done);
  }

  /** Goes to where so many of the moves are made. @param {(game: Game) => number} wanted */
  #go(wanted) {
    this.#inTurn(async () => {
      const done = wanted(this.#game);
      if (done >= 0 && done <= this.#game.moves.length) await this.#try({ ...this.#game, done }, Infinity);
    });
  }

  /** Makes a move, which is asked for when those before it are made; it may replace the last one.
   * @param {() => { move: string, replaces?: boolean }|null} next */
  #make(next) {
    this.#inTurn(async () => {
      const { move, replaces } = next() ?? {};
      if (move === undefined) return;
      const moves = [...this.#made.slice(0, replaces ? -1 : undefined), move];
      await this.#try({ ...this.#game, moves, done: moves.length, shown: 0 }, moves.length - 1);
    });
  }

  /** Does what was asked for when all before it is done. @param {() => unknown} work */
  #inTurn(work) {
    this.#last = this.#last.then(() => (this.isOpen ? work() : null)).then(() => {}, ({ message }) => this.#say(`tumble failed: ${message}`));
  }

  /**
   * Asks the rules for a game, and shows it if they allow it, from this step on.
   * @param {Game} game
   * @param {number} from
   * @returns {Promise<boolean>} whether they do
   */
  async #try(game, from) {
    this.#stopAsking();
    const answer = await this.#options.engine.call("play", game.text, game.moves.slice(0, game.done).join(" "), game.start);
    if (!this.isOpen || game.text !== this.#game.text) return false;
    const refused = answer.refused ?? answer.error?.message;
    if (refused) {
      this.#refuse(refused);
      return false;
    }
    this.#game = { ...game, start: answer.start ?? "" };
    this.#played = answer;
    store(placeOf(this.#puzzle?.name ?? ""), this.#game);
    this.#show(answer, from);
    return true;
  }

  /** A move that is not allowed shakes the board. @param {string} words */
  #refuse(words) {
    this.#say(words);
    this.#stage.classList.remove("refused");
    // Asked for its size, the board is laid out without the class, so that it shakes again.
    void this.#stage.offsetWidth;
    this.#stage.classList.add("refused");
  }

  /** @param {Played} played @param {number} from */
  #show({ replay, starts, finished }, from) {
    const view = this.#player?.state().view;
    const hadFocus = this.#stage.contains(document.activeElement);
    this.#player?.destroy();
    this.#movers = moversOf(replay);
    if (this.#mover >= this.#movers.length) this.#mover = 0;
    const hand = { keys: this.#keys, pointer: this.#pointer, say: (/** @type {string} */ words) => (byId("spoken").textContent = words) };
    try {
      this.#player = createPlayer(this.#stage, replay, { position: from, view, hand });
      if (from < Infinity) this.#player.go(this.#player.steps());
      if (this.#game.done > 0) this.#window?.scrollIntoView({ block: "nearest" });
    } catch {
      this.#player = null;
      this.#say("The board is too large to be played here, or there are too many moves.");
      return;
    }
    if (hadFocus) this.#focus();
    this.#turns.hidden = replay.stage.kind !== "cube";
    this.#showStarts(starts);
    this.#showButtons();
    this.#say(this.#count);
    if (finished) this.#finish();
  }

  /** How many moves are made, and whose the next one is. */
  get #count() {
    const mover = this.#movers.length > 1 ? `; next: ${this.#movers[this.#mover].name}` : "";
    return `${this.#number(this.#played?.length ?? 0)}${mover}`;
  }

  /** A number of moves. @param {number} number @param {string} [which] */
  #number(number, which = "") {
    return `${number} ${which}${this.#puzzle?.move ?? "roll"}${number === 1 ? "" : "s"}`;
  }

  #showButtons() {
    const { moves, done } = this.#game;
    this.#undo.setAttribute("aria-disabled", String(done === 0));
    this.#redo.setAttribute("aria-disabled", String(done === moves.length));
    this.#other.hidden = this.#movers.length < 2;
    if (!this.#other.hidden) this.#other.textContent = `Change to ${this.#movers[1 - this.#mover].name}`;
  }

  /** Says how good the solution is; of the reader's own it asks the best one. */
  #finish() {
    const { objective, replay, length } = /** @type {Played} */ (this.#played);
    const { shown } = this.#game;
    const isSum = objective !== null && replay.stage.readouts?.some((/** @type {{ name: string }} */ { name }) => name === "sum");
    const words = `${isSum ? `A sum of ${objective}, ` : ""}${this.#number(length)}: solved`;
    if (shown > 0) this.#say(`${words}; the last ${shown} were shown.`);
    else this.#say(`${words}${this.#best ? compared(objective, this.#best) : ""}.`);
    if (shown > 0 || objective === null || this.#best) return;
    this.#ask("", "", ({ report }) => {
      this.#best = report;
      this.#say(`${words}${compared(objective, report)}.`);
    });
  }

  /** Asks for a best solution of what is left, and hears of it if no other move was made. @param {string} moves @param {string} start
   * @param {(answer: any) => void} answered */
  #ask(moves, start, answered) {
    this.#asking = true;
    const game = this.#game;
    const isSame = () => this.isOpen && game === this.#game;
    const heard = (/** @type {any} */ answer) => {
      this.#asking = false;
      if (isSame()) answered(answer);
    };
    this.#options.rest(moves, start, heard).then(() => {
      if (this.#asking && isSame()) this.fail(`${this.#count} (stopped)`);
    });
  }

  #stopAsking() {
    if (this.#asking) this.#options.stop();
    this.#asking = false;
  }

  /** Asks how it goes on. @param {(answer: any) => void} answered */
  #askRest(answered) {
    this.#inTurn(() => {
      if (this.#played?.finished) return;
      if (this.#rest?.game === this.#game) return answered(this.#rest.answer);
      this.#ask(this.#made.join(" "), this.#game.start, (answer) => {
        const { status, solution } = answer.report;
        if (solution) this.#rest = { game: this.#game, answer };
        if (status === "infeasible") this.#say(`There is no solution${this.#whence}.`);
        else if (!solution) this.#say(`No solution was found (${answer.headline}).`);
        else answered(answer);
      });
    });
  }

  /** From where there is no solution: there may be one from elsewhere. */
  get #whence() {
    if (this.#game.done > 0) return " from here: take moves back";
    return (this.#played?.starts.length ?? 0) > 1 ? " from this start" : "";
  }

  #hint() {
    this.#askRest(({ report, replay }) => {
      const step = firstStep(replay);
      const { reason, length = step?.steps } = report.solution;
      if (!step) this.#say(reason ?? "There is no next move.");
      else this.#say(`Hint: ${step.words} (${this.#number(length, "more ")})`);
    });
  }

  #showRest() {
    this.#askRest(({ report }) => {
      const { moves: written, reason } = report.solution;
      if (typeof written !== "string") return this.#say(reason ?? "The rest has too many moves to be shown.");
      const rest = movesIn(written);
      this.#inTurn(async () => {
        const moves = [...this.#made, ...rest];
        const from = this.#game.done;
        if (await this.#try({ ...this.#game, moves, done: moves.length, shown: rest.length }, from)) this.#player?.play();
      });
    });
  }

  /** The next move is that of the other one of two. */
  #change() {
    this.#inTurn(() => {
      if (this.#movers.length < 2) return;
      this.#mover = 1 - this.#mover;
      this.#say(this.#count);
      this.#showButtons();
    });
  }

  /** Offers the starts before the first move, if the model lets one choose. @param {string[]} starts */
  #showStarts(starts) {
    const { element, control } = this.#starts;
    element.hidden = starts.length < 2;
    if (element.hidden) return;
    fill(control, ...optionsOf(starts.map((start) => [start, start])));
    control.value = this.#game.start;
  }

  /** Begins anew from a start. @param {string} start */
  #begin(start) {
    this.#inTurn(() => this.#try({ ...newGame(this.#game.text), start }, Infinity));
  }

  get #window() {
    return /** @type {HTMLElement|null} */ (this.#stage.querySelector(".window"));
  }

  #focus() {
    this.#window?.focus({ preventScroll: true });
  }

  get #isCube() {
    return this.#played?.replay.stage?.kind === "cube";
  }

  /** What a pointer does. */
  get #pointer() {
    if (this.#isCube) return "Drag to look from elsewhere.";
    const isFinger = matchMedia("(pointer: coarse)").matches;
    return isFinger ? "Swipe, or tap a neighbouring cell." : "Click a neighbouring cell. Drag to look from elsewhere.";
  }

  /** The keys, each with what it does. */
  get #keys() {
    const own = this.#isCube
      ? [["U L F R B D", "turn"], ["Shift", "the other way"], ["'", "then back"], ["2", "then half"]]
      : [["← ↑ ↓ →", this.#puzzle?.move ?? "roll"], ...(this.#movers.length > 1 ? [["Space", "the other one"]] : [])];
    return [...own, ["Backspace", "undo"], ["Home", "from the start"], ["H", "hint"]];
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { target } = event;
    if (!this.isOpen || byId("work").hidden || event.altKey) return;
    if (!(target instanceof Element) || target.matches("select, input, textarea")) return;
    const isHere = target === document.body || this.#section.contains(target);
    // The editor, whose changes could be undone, is not in sight.
    const action = event.ctrlKey || event.metaKey ? this.#undoing(event) : isHere && this.#actionOf(event, target);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    // Space presses a button that still has the focus.
    if (isHere) this.#focus();
    action();
  }

  /** @param {KeyboardEvent} event @returns {(() => void)|undefined} */
  #undoing({ key, shiftKey }) {
    const isRedo = key === "y" || (key.toLowerCase() === "z" && shiftKey);
    if (isRedo || key === "z") return () => this.#go(({ done }) => done + (isRedo ? 1 : -1));
  }

  /** @param {KeyboardEvent} event @param {Element} target @returns {(() => void)|undefined} */
  #actionOf(event, target) {
    const { key, shiftKey } = event;
    if (this.#isCube && isTurn(key)) return () => this.#make(() => turnOfKey(this.#made.at(-1), event));
    const way = shiftKey ? undefined : ARROWS[key];
    if (way && !this.#isCube) return () => this.#roll(way);
    /** @type {Record<string, () => void>} */
    const others = {
      Backspace: () => this.#go(({ done }) => done - 1),
      Home: () => this.#go(() => 0),
      End: () => this.#go(({ moves }) => moves.length),
      h: () => this.#hint(),
    };
    if (key === " " && !this.#isCube && !target.matches("button")) return () => this.#change();
    return others[key.length === 1 ? key.toLowerCase() : key];
  }

  /** Rolls what is to be moved the way that is pointed to. @param {[number, number]} way */
  #roll(way) {
    this.#make(() => {
      const mover = this.#movers[this.#mover];
      return mover ? { move: mover.write(rollTowards(this.#played?.replay.stage, this.#movers, this.#mover, this.#seen, way)) } : null;
    });
  }

  /** Rolls to where the board was clicked. @param {[number, number]} point @param {EventTarget|null} target */
  #click(point, target) {
    const onSolid = target instanceof Element && target.closest(".solid") !== null;
    this.#make(() => {
      if (this.#movers.length === 0) return null;
      const { mover, roll } = rollClicked(this.#played?.replay.stage, this.#movers, this.#seen, point, onSolid);
      if (!roll && mover !== this.#mover) this.#change();
      if (roll) this.#mover = mover;
      return roll ? { move: this.#movers[mover].write(roll) } : null;
    });
  }

  /** @type {import("./play_moves.js").Seen} */
  #seen = (point, height) => this.#player?.seen(point, height) ?? [0, 0];

  /** A swipe rolls; a mouse that is dragged turns the view, as in a replay. A click rolls to the neighbouring cell. */
  #listenToPointers() {
    /** @type {PointerEvent|null} */
    let down = null;
    const inWindow = (/** @type {Event} */ { target }) => target instanceof Element && target.closest(".window") !== null;
    this.#stage.addEventListener(
      "pointerdown",
      (event) => {
        if (!inWindow(event) || event.button !== 0) return;
        down = event;
        if (event.pointerType === "mouse" || this.#isCube) return;
        event.stopPropagation();
        this.#focus();
      },
      true,
    );
    this.#stage.addEventListener("pointerup", (event) => {
      if (!down || event.pointerId !== down.pointerId) return;
      /** @type {[number, number]} */
      const way = [event.clientX - down.clientX, event.clientY - down.clientY];
      const [far, { target }] = [Math.hypot(...way), down];
      down = null;
      if (far < STILL) this.#click([event.clientX, event.clientY], target);
      else if (far >= SWIPE && event.pointerType !== "mouse" && !this.#isCube) this.#roll(way);
    });
  }
}

/** How an objective compares with that of the best solution. @param {number|null} objective @param {import("./types.js").Report} best */
function compared(objective, { status, objective: known }) {
  if (status === "unbounded") return "; there is no best one";
  if (known === null || known === undefined) return "";
  if (status !== "optimal") return `; the best that was found is ${known}`;
  return known === objective ? ": none is better" : `; the best is ${known}`;
}

/** A game without moves. @param {string} text @returns {Game} */
function newGame(text) {
  return { text, start: "", moves: [], done: 0, shown: 0 };
}

/** Where a game is kept. @param {string} puzzle */
const placeOf = (puzzle) => `tumble.game.${puzzle}`;

/** The game that was kept. @param {string} puzzle @returns {Game|null} */
function kept(puzzle) {
  try {
    const { text, start, moves, done, shown } = JSON.parse(localStorage.getItem(placeOf(puzzle)) ?? "");
    return { text, start, moves: movesIn(moves.join(" ")), done, shown };
  } catch {
    return null;
  }
}
