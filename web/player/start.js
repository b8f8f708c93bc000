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
  // Among other things, a way is seen as a whole until it is replayed.
  else createPlayer(place, replay, { foretold: true });
  element.classList.add("plays");
}

document.querySelectorAll(".replay").forEach(startReplay);
