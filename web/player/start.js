// The start of the player in a document: each element `.replay` has its data in a script, and a still picture whose place the player takes.
import { html } from "./dom.js";
import { makeLinkWriter, readLink } from "./link.js";
import { createPlayer } from "./player.js";

/**
 * The player of a file of its own: it has all keys, and its state is in the link.
 * @param {HTMLElement} element
 * @param {import("./format.js").Replay} replay
 * @returns {void}
 */
function startFile(element, replay) {
  const player = createPlayer(element, replay, { ...readLink(location.hash), keys: document, onChange: makeLinkWriter() });
  window.addEventListener("hashchange", () => {
    const { position, speed, view } = readLink(location.hash);
    if (speed !== undefined) player.setSpeed(speed);
    if (view) player.look(view);
    if (position !== undefined) player.setStep(position);
  });
}

/**
 * The player of a replay among other things. A way that is drawn is shown as a whole until it is replayed.
 * @param {HTMLElement} element
 * @param {import("./format.js").Replay} replay
 * @returns {void}
 */
function startInline(element, replay) {
  const { stage } = replay;
  createPlayer(element, replay, { position: stage?.kind === "board" && stage.trail ? stage.steps.length : 0 });
}

/**
 * Puts a player before the still picture, which is hidden then.
 * @param {Element} element
 * @returns {void}
 */
function startReplay(element) {
  const still = element.querySelector(".still");
  const data = element.querySelector("script[type='application/json']")?.textContent;
  if (!still || !data) return;
  const replay = JSON.parse(data);
  // Without a stage there is nothing to play, and the still picture stays.
  if (!replay.stage) return;
  const place = html("div", { class: "live" });
  still.before(place);
  if (document.body.matches(".replay-file")) startFile(place, replay);
  else startInline(place, replay);
  element.classList.add("plays");
}

document.querySelectorAll(".replay").forEach(startReplay);
