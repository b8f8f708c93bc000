// All replays for the tests.
import {
  closedTour,
  cubeTray,
  diePath,
  dieTour,
  farPath,
  labelledBoard,
  largeTour,
  splitBox,
  tathamCube,
  tathamTetrahedron,
  tippedBox,
  twoDice,
  unsolved,
} from "./board_fixtures.js";
import { longTurning, sudokuCube, unreachableCube } from "./cube_fixtures.js";

/** @typedef {import("../player/format.js").Replay} Replay */

/** The small ones by name. @type {Record<string, () => Replay>} */
export const FIXTURES = {
  dieTour,
  closedTour,
  diePath,
  farPath,
  twoDice,
  labelledBoard,
  cubeTray,
  tathamCube,
  tathamTetrahedron,
  tippedBox,
  splitBox,
  sudokuCube,
  unreachableCube,
  unsolved,
};

/** Those that have to stay fluid. @type {Record<string, () => Replay>} */
export const LARGE_FIXTURES = {
  largeTour: () => largeTour(60, 1000),
  longTurning: () => longTurning(300),
};
