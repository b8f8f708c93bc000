// The player: a stage in its window, the controls, the moves, the words.
import { makeAnnouncer } from "./announcer.js";
import { makeBoardStage } from "./board_stage.js";
import { makeControls } from "./controls.js";
import { makeCubeStage } from "./cube_stage.js";
import { html } from "./dom.js";
import { stageOf } from "./format.js";
import { makeGoalMap } from "./goal_map.js";
import { KEYS_HELP, listenToKeys } from "./keys.js";
import { makeMoves } from "./moves.js";
import { createTimeline } from "./timeline.js";
import { makeWindow } from "./window.js";
import { movesOf, sentences } from "./words.js";

/** @typedef {import("./board_stage.js").Stage} Stage */
/** @typedef {import("./camera.js").View} View */
/** @typedef {import("./controls.js").Actions} Actions */
/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Cube} Cube */
/** @typedef {import("./format.js").Replay} Replay */
/** @typedef {{ position: number, playing: boolean, speed: number, view: View, looked: boolean }} PlayerState */

/**
 * @typedef {object} PlayerOptions
 * @property {number} [position] where to start; a fraction is a step under way
 * @property {number} [speed]
 * @property {Partial<View>} [view]
 * @property {boolean} [foretold] whether the whole way is drawn before the first step
 * @property {EventTarget} [keys] where keys are listened to; the player's own element if absent
 * @property {Hand} [hand] the steps are made by hand: the buttons of a replay are left out
 * @property {(state: PlayerState) => void} [onChange] called whenever something has changed
 */

/** Who makes the steps: the keys for that, each with what it does, what a pointer does, and who says what a step has done.
 * @typedef {{ keys: string[][], pointer: string, say: (words: string) => void }} Hand */

/**
 * @typedef {object} Player
 * @property {(step: number) => void} setStep shows a step at once; a fraction is a step under way
 * @property {(step: number) => void} go goes to a step, visibly if it is the next or the last one
 * @property {() => void} play from the start, if the end was reached
 * @property {() => void} pause
 * @property {() => number} step how many steps are done
 * @property {() => number} steps how many steps there are
 * @property {(speed: number) => void} setSpeed
 * @property {(view: Partial<View>) => void} look
 * @property {() => PlayerState} state
 * @property {(point: number[], height?: number) => [number, number]} seen where a point is seen in the document's window, in cells from the
 * south-west corner of the board
 * @property {() => void} destroy takes the player out of its element, and stops everything
 */

/**
 * The line that tells which keys there are.
 * @param {string[][]} keys
 * @param {string} pointer what a pointer does
 * @returns {HTMLElement}
 */
function keysHelp(keys, pointer) {
  const parts = keys.map(([key, what]) => html("span", {}, html("kbd", {}, key), ` ${what}`));
  return html("p", { class: "keys" }, ...parts, html("span", {}, pointer));
}

/**
 * The values that change with the steps.
 * @param {import("./format.js").Readout[]} readouts
 */
function makeReadouts(readouts) {
  const values = readouts.map(() => html("dd"));
  const pairs = readouts.map(({ name }, i) => html("div", {}, html("dt", {}, name), values[i]));
  return {
    element: html("dl", { class: "readouts" }, ...pairs),
    /** @param {number} step */
    show: (step) => readouts.forEach((readout, i) => (values[i].textContent = readout.values[step])),
  };
}

/**
 * What buttons and keys do.
 * @param {ReturnType<typeof createTimeline>} timeline
 * @param {ReturnType<typeof makeWindow>} pane
 * @param {number} steps
 * @returns {Actions}
 */
function actionsOf(timeline, pane, steps) {
  return {
    toggle: () => (timeline.playing() ? timeline.pause() : timeline.play()),
    first: () => timeline.jump(0),
    back: () => timeline.go(Math.ceil(timeline.target()) - 1),
    forward: () => timeline.go(Math.floor(timeline.target()) + 1),
    last: () => timeline.jump(steps),
    scrub: timeline.jump,
    go: timeline.go,
    setSpeed: timeline.setSpeed,
    turn(spin, tilt) {
      const view = pane.view();
      pane.change({ spin: view.spin + spin, tilt: view.tilt + tilt });
    },
    zoom: (factor) => pane.change({ zoom: pane.view().zoom * factor }),
    reset: () => pane.change(pane.home),
  };
}

/**
 * What the marks on the board mean.
 * @param {import("./format.js").Meaning[]} meanings
 * @returns {HTMLElement | null} null if there are none
 */
function makeLegend(meanings) {
  if (meanings.length === 0) return null;
  const lines = meanings.map(({ sign, text }) => html("li", {}, ...(sign ? [html("b", {}, sign), " "] : []), text));
  return html("ul", { class: "legend" }, ...lines);
}

/**
 * What is beside the window, and changes with the steps.
 * @param {Board | Cube} data
 * @param {(step: number) => void} go
 */
function makeSide(data, go) {
  const readouts = makeReadouts(data.kind === "board" ? (data.readouts ?? []) : []);
  const written = movesOf(data);
  const moves = makeMoves(written, go);
  const goal = data.kind === "board" ? makeGoalMap(data) : null;
  const legend = data.kind === "board" ? makeLegend(data.legend ?? []) : null;
  const parts = [readouts.element, ...(written.length > 0 ? [moves.element] : []), ...(goal ? [goal] : []), ...(legend ? [legend] : [])];
  return {
    element: html("div", { class: "side" }, ...parts),
    /**
     * @param {number} done
     * @param {number} current
     */
    show(done, current) {
      readouts.show(done);
      moves.show(current);
    },
  };
}

/**
 * The stage of a replay, and what is said about its steps.
 * @param {Board | Cube} data
 * @param {boolean} foretold
 * @returns {{ stage: Stage, sentence: import("./words.js").Sentence }}
 */
function stageAndWords(data, foretold) {
  if (data.kind === "cube") return { stage: makeCubeStage(data), sentence: sentences(data, []) };
  const stage = makeBoardStage(data, foretold);
  return { stage, sentence: sentences(data, stage.states) };
}

/**
 * All that is shown, and how it follows the timeline.
 * @param {Replay} replay
 * @param {PlayerOptions} options
 * @param {() => void} changed
 */
function assembleParts(replay, { view = {}, foretold = false, hand }, changed) {
  const data = stageOf(replay);
  const { stage, sentence } = stageAndWords(data, foretold);
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const timeline = createTimeline({ ...stage, still: () => motion.matches, onChange: changed });
  const pane = makeWindow(stage, view, changed);
  const actions = actionsOf(timeline, pane, stage.steps);
  const replayed = hand ? 0 : stage.steps;
  const controls = makeControls(replayed, actions);
  const side = makeSide(data, timeline.go);
  const line = html("p", { class: "line" });
  const announcer = hand ?? makeAnnouncer();
  const help = keysHelp([...(hand?.keys ?? []), ...KEYS_HELP.slice(replayed > 0 ? 0 : 3)], hand?.pointer ?? "Drag to look from elsewhere.");
  const main = html("div", { class: "main" }, pane.element, line, controls.element, help);
  const element = html("div", { class: "player" }, main, side.element, ...("element" in announcer ? [announcer.element] : []));

  let [shown, text] = [-1, ""];
  const show = () => {
    const at = timeline.shown();
    // A step under way is the current one; the readouts wait until it is done.
    const [done, current] = [timeline.step(), Math.ceil(at - 1e-9)];
    if (at !== shown) {
      pane.show((shown = at));
      side.show(done, current);
    }
    const before = text;
    text = sentence(current, done === current);
    if (text !== before) {
      line.textContent = text;
      pane.element.setAttribute("aria-label", `${replay.title}: ${text}`);
    }
    if (done === current) announcer.say(text, timeline.playing());
    controls.show({ playing: timeline.playing(), speed: timeline.speed(), shown: at, step: current, text });
  };
  return { element, stage, timeline, pane, actions, show };
}

/**
 * Puts a player into an element.
 * @param {HTMLElement} parent
 * @param {Replay} replay
 * @param {PlayerOptions} [options]
 * @returns {Player}
 */
export function createPlayer(parent, replay, options = {}) {
  const parts = assembleParts(replay, options, () => changed());
  const { element, stage, timeline, pane } = parts;
  /** @returns {PlayerState} */
  const state = () => ({
    position: timeline.shown(),
    playing: timeline.playing(),
    speed: timeline.speed(),
    view: pane.view(),
    looked: Object.entries(pane.home).some(([name, value]) => pane.view()[/** @type {keyof View} */ (name)] !== value),
  });
  const changed = () => {
    parts.show();
    options.onChange?.(state());
  };
  parent.append(element);
  const quiet = listenToKeys(options.keys ?? element, parts.actions);
  timeline.setSpeed(options.speed ?? 1);
  timeline.jump(options.position ?? 0);

  return {
    setStep: timeline.jump,
    go: timeline.go,
    play: timeline.play,
    pause: timeline.pause,
    step: timeline.step,
    steps: () => stage.steps,
    setSpeed: timeline.setSpeed,
    look: pane.change,
    state,
    seen([x, y], height = 0) {
      const { left, top } = pane.element.getBoundingClientRect();
      const [east, north] = stage.size;
      const [across, down] = pane.seen([x * stage.unit - east, y * stage.unit - north, height * stage.unit]);
      return [left + across, top + down];
    },
    destroy() {
      timeline.stop();
      pane.destroy();
      quiet();
      element.remove();
    },
  };
}
