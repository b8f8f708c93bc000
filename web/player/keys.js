// The keyboard.

/** @typedef {import("./controls.js").Actions} Actions */

/** Degrees for a key. */
const TURN = 8;

/** What the keys do, for people. */
export const KEYS_HELP = [
  ["Space", "play or pause"],
  ["← →", "one step"],
  ["Home End", "first, last"],
  ["Shift + arrows", "look from elsewhere"],
  ["+ − 0", "closer, farther, reset the view"],
];

/**
 * The action of a key, if it has one.
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 * @returns {(() => void) | undefined}
 */
function actionOf(event, actions) {
  /** @type {Record<string, () => void>} */
  const looking = {
    ArrowLeft: () => actions.turn(TURN, 0),
    ArrowRight: () => actions.turn(-TURN, 0),
    ArrowUp: () => actions.turn(0, -TURN),
    ArrowDown: () => actions.turn(0, TURN),
  };
  /** @type {Record<string, () => void>} */
  const plain = {
    " ": actions.toggle,
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    Home: actions.first,
    End: actions.last,
    "-": () => actions.zoom(0.8),
    "0": actions.reset,
    "+": () => actions.zoom(1.25),
    "=": () => actions.zoom(1.25),
  };
  return (event.shiftKey && looking[event.key]) || plain[event.key];
}

/**
 * Whether a key belongs to the element that has the focus.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function isTaken(event) {
  const target = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return true;
  if (!(target instanceof Element)) return false;
  if (target.matches("input[type=range]")) return false;
  if (target.matches("input, select, textarea, [contenteditable]")) return true;
  return event.key === " " && target.matches("button, a, summary");
}

/**
 * Listens to the keys until the returned function is called.
 * @param {EventTarget} where
 * @param {Actions} actions
 * @returns {() => void}
 */
export function listenToKeys(where, actions) {
  /** @param {Event} event */
  const listener = (event) => {
    if (!(event instanceof KeyboardEvent) || isTaken(event)) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    // The document around the player may have a meaning of its own for the key.
    event.stopPropagation();
    action();
  };
  where.addEventListener("keydown", listener);
  return () => where.removeEventListener("keydown", listener);
}
