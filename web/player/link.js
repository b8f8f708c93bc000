// The state of the player in the link: `#step=5&speed=2&view=20,45,1`.

/** @typedef {import("./camera.js").View} View */
/** @typedef {import("./player.js").PlayerState} PlayerState */
/** @typedef {import("./player.js").PlayerOptions} PlayerOptions */

/** Milliseconds between two changes of the link; browsers refuse too many. */
const WRITE_EVERY = 400;

/**
 * @param {string | null | undefined} text
 * @returns {number | undefined} undefined if it is not a number
 */
function numberIn(text) {
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/**
 * @param {string} hash
 * @returns {Pick<PlayerOptions, "position" | "speed" | "view">}
 */
export function readLink(hash) {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const [spin, tilt, zoom] = (parameters.get("view") ?? "").split(",").map(numberIn);
  const view = spin === undefined || tilt === undefined ? undefined : { spin, tilt, zoom: zoom ?? 1 };
  const speed = numberIn(parameters.get("speed"));
  return { position: numberIn(parameters.get("step")), speed: speed && speed > 0 ? Math.min(speed, 32) : undefined, view };
}

/**
 * @param {PlayerState} state
 * @returns {string}
 */
export function writeLink({ position, speed, view, looked }) {
  const parts = [`step=${Number(position.toFixed(2))}`];
  if (speed !== 1) parts.push(`speed=${speed}`);
  const { spin, tilt, zoom } = view;
  if (looked) parts.push(`view=${[spin, tilt, zoom].map((value) => Number(value.toFixed(2))).join(",")}`);
  return `#${parts.join("&")}`;
}

/** Writes the state into the link, after a moment of rest at most. */
export function makeLinkWriter() {
  let wanted = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (/** @type {PlayerState} */ state) => {
    wanted = writeLink(state);
    timer ??= setTimeout(() => {
      timer = undefined;
      if (location.hash !== wanted) history.replaceState(null, "", wanted);
    }, WRITE_EVERY);
  };
}
