// The buttons under the window, the slider and the speed.
import { html } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./icons.js").IconName} IconName */

/** Speeds to choose from. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

/**
 * What the controls do; each is also called by keys.
 * @typedef {object} Actions
 * @property {() => void} toggle play or pause
 * @property {() => void} first
 * @property {() => void} back
 * @property {() => void} forward
 * @property {() => void} last
 * @property {(position: number) => void} scrub
 * @property {(step: number) => void} go
 * @property {(speed: number) => void} setSpeed
 * @property {(spin: number, tilt: number) => void} turn by degrees
 * @property {(factor: number) => void} zoom
 * @property {() => void} reset the view
 */

/**
 * @param {string} label
 * @param {IconName} name
 * @param {() => void} action
 * @returns {HTMLButtonElement}
 */
function iconButton(label, name, action) {
  const button = html("button", { type: "button", "aria-label": label, title: label }, icon(name));
  button.addEventListener("click", action);
  return button;
}

/**
 * A slider over the positions: whole steps by keys, anything between by the pointer.
 * @param {number} steps
 * @param {Actions} actions
 * @returns {HTMLInputElement}
 */
function makeSlider(steps, actions) {
  const slider = html("input", { type: "range", min: 0, max: steps, step: 1, value: 0, "aria-label": "position in the replay" });
  slider.addEventListener("pointerdown", () => (slider.step = "any"));
  slider.addEventListener("input", () => actions.scrub(slider.valueAsNumber));
  slider.addEventListener("change", () => {
    const nearest = Math.round(slider.valueAsNumber);
    slider.step = "1";
    actions.go(nearest);
  });
  return slider;
}

/**
 * @param {Actions} actions
 * @returns {HTMLSelectElement}
 */
function makeSpeeds(actions) {
  const choices = SPEEDS.map((speed) => html("option", { value: speed }, `${speed}×`));
  const select = html("select", { "aria-label": "speed" }, ...choices);
  select.addEventListener("change", () => actions.setSpeed(Number(select.value)));
  return select;
}

/**
 * @param {Actions} actions
 * @returns {HTMLElement}
 */
function makeLooking(actions) {
  return html(
    "div",
    { class: "buttons looking", role: "group", "aria-label": "view" },
    iconButton("look from further left", "left", () => actions.turn(15, 0)),
    iconButton("look from further right", "right", () => actions.turn(-15, 0)),
    iconButton("look from higher up", "up", () => actions.turn(0, -12)),
    iconButton("look from lower down", "down", () => actions.turn(0, 12)),
    iconButton("closer", "closer", () => actions.zoom(1.25)),
    iconButton("farther", "farther", () => actions.zoom(0.8)),
    iconButton("reset the view", "reset", actions.reset),
  );
}

/** @typedef {{ shown: number, step: number, playing: boolean, speed: number, text: string }} Shown */

/**
 * @param {number} steps
 * @param {Actions} actions
 */
export function makeControls(steps, actions) {
  const play = iconButton("play", "play", actions.toggle);
  play.classList.add("main");
  const [first, back] = [iconButton("first step", "first", actions.first), iconButton("one step back", "back", actions.back)];
  const [forward, last] = [iconButton("one step on", "forward", actions.forward), iconButton("last step", "last", actions.last)];
  const slider = makeSlider(steps, actions);
  const count = html("span", { class: "count" });
  const speeds = makeSpeeds(actions);
  const transport = html(
    "div",
    { class: "buttons", role: "group", "aria-label": "replay" },
    ...[first, back, play, forward, last],
  );
  const moving = steps > 0 ? [html("div", { class: "scrubbing" }, slider, count), transport, speeds] : [];
  let playing = false;

  return {
    element: html("div", { class: "controls" }, ...moving, makeLooking(actions)),
    /** @param {Shown} now */
    show(now) {
      if (playing !== now.playing) {
        playing = now.playing;
        const label = playing ? "pause" : "play";
        play.replaceChildren(icon(label));
        play.setAttribute("aria-label", label);
        play.title = label;
      }
      // Disabled buttons would lose the focus, so these only say that they have no effect.
      for (const button of [first, back]) button.setAttribute("aria-disabled", String(now.shown <= 0));
      for (const button of [forward, last]) button.setAttribute("aria-disabled", String(now.shown >= steps));
      // While the pointer holds it, it stays continuous.
      if (!slider.matches(":active")) slider.step = Number.isInteger(now.shown) ? "1" : "any";
      if (slider.valueAsNumber !== now.shown) slider.valueAsNumber = now.shown;
      slider.style.setProperty("--done", `${(100 * now.shown) / Math.max(1, steps)}%`);
      slider.setAttribute("aria-valuetext", now.text);
      count.textContent = `${now.step} / ${steps}`;
      speeds.value = String(now.speed);
    },
  };
}
