// What a tray is to look like in the end, seen from above: on the board itself the cubes stand on it.
import { html } from "./dom.js";
import { makeGround, startingSolids } from "./ground.js";

/** @typedef {import("./format.js").Board} Board */

/**
 * @param {Board} board
 * @returns {HTMLElement | null} null if the board shows its goal itself
 */
export function makeGoalMap(board) {
  const cells = board.cells.filter((cell) => cell.blocked || cell.ends?.some((end) => end.name !== "start"));
  const goals = cells.filter((cell) => cell.ends);
  if (startingSolids(board) <= 2 || goals.length === 0) return null;
  const { element } = makeGround({ ...board, cells }, true);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", "the goal, seen from above");
  return html("figure", { class: "goal-map" }, html("figcaption", {}, "goal"), element);
}
