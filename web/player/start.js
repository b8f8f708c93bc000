// The start of the player in a replay file: the data are in the file, the state is in the link.
import { makeLinkWriter, readLink } from "./link.js";
import { createPlayer } from "./player.js";

/**
 * Puts the player in place of the still picture.
 * @returns {void}
 */
function startReplay() {
  const data = document.getElementById("replay")?.textContent;
  const parent = document.getElementById("player");
  if (!data || !parent) return;
  const replay = JSON.parse(data);
  // Without a stage there is nothing to play, and the still picture stays.
  if (!replay.stage) return;
  const player = createPlayer(parent, replay, { ...readLink(location.hash), keys: document, onChange: makeLinkWriter() });
  document.documentElement.classList.add("plays");
  window.addEventListener("hashchange", () => {
    const { position, speed, view } = readLink(location.hash);
    if (speed !== undefined) player.setSpeed(speed);
    if (view) player.look(view);
    if (position !== undefined) player.setStep(position);
  });
}

startReplay();
