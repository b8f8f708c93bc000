// From keys, clicks and swipes to moves, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";

import { firstStep, movesIn, moversOf, rollClicked, rollTowards, turnOfKey } from "../page/play_moves.js";
import { cubeTray, dieTour, splitBox, tathamTetrahedron, twoDice } from "./board_fixtures.js";
import { sudokuCube } from "./cube_fixtures.js";

/** @import { Board, Replay, Roll } from "../player/format.js" */

/** The board of a replay. @param {Replay} replay */
const board = ({ stage }) => /** @type {Board} */ (stage);

/** A board that is seen from above and turned by some degrees: a cell is ten pixels, what is higher is further up. @param {number} degrees */
function turned(degrees) {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  /** @type {import("../page/play_moves.js").Seen} */
  return ([x, y], height = 0) => [10 * (c * x + s * y), 10 * (s * x - c * y - height)];
}

/** @type {[Roll, [number, number]][]} */
const WAYS = [["N", [0, -1]], ["E", [1, 0]], ["S", [0, 1]], ["W", [-1, 0]]];

test("moves are read as answers write them", () => {
  assert.deepEqual(movesIn("NNe"), ["N", "N", "e"]);
  assert.deepEqual(movesIn("1N 2E 1N"), ["1N", "2E", "1N"]);
  assert.deepEqual(movesIn("R U' F2 D"), ["R", "U'", "F2", "D"]);
  assert.deepEqual(movesIn("R2"), ["R2"]);
  assert.deepEqual(movesIn(""), []);
});

test("a key rolls the way that it points to on the screen, however the board is turned", () => {
  const replay = dieTour();
  const movers = moversOf(replay);
  assert.equal(movers.length, 1);
  for (const [roll, way] of WAYS) {
    for (const degrees of [-40, 0, 18, 40]) assert.equal(rollTowards(board(replay), movers, 0, turned(degrees), way), roll, `${degrees}`);
  }
  assert.equal(rollTowards(board(replay), movers, 0, turned(90), [1, 0]), "N");
  const triangles = tathamTetrahedron();
  assert.equal(rollTowards(board(triangles), moversOf(triangles), 0, turned(0), [1, 0]), "E");
});

test("what is clicked is the neighbouring cell, or one of two solids", () => {
  const replay = dieTour();
  const [movers, seen] = [moversOf(replay), turned(18)];
  const [{ at }] = movers;
  for (const [roll, [right, down]] of WAYS) {
    const point = seen([at[0] + 0.5 + right, at[1] + 0.5 - down]);
    assert.deepEqual(rollClicked(board(replay), movers, seen, point, false).roll, roll);
  }
  const two = twoDice();
  const dice = moversOf(two);
  dice.forEach(({ at: [x, y], write }, index) => {
    assert.equal(rollClicked(board(two), dice, seen, seen([x + 0.5, y + 0.5], 1), true).mover, index);
    assert.equal(rollClicked(board(two), dice, seen, seen([x + 0.5, y + 0.5], 1), true).roll, undefined);
    assert.equal(write("N"), `${index + 1}N`);
  });
});

test("a cube beside the hole rolls into it", () => {
  const replay = cubeTray();
  const [movers, seen] = [moversOf(replay), turned(18)];
  assert.deepEqual(movers.map(({ isHole }) => isHole), [true]);
  const [x, y] = movers[0].at;
  // The cube to the west of the hole rolls east.
  assert.equal(rollClicked(board(replay), movers, seen, seen([x - 0.5, y + 0.5], 1), true).roll, "E");
  assert.equal(rollTowards(board(replay), movers, 0, seen, [1, 0]), "E");
});

test("the second cube of a box is moved by small letters", () => {
  const replay = splitBox();
  const stage = board(replay);
  const until = (/** @type {number} */ steps) => moversOf({ ...replay, stage: { ...stage, steps: stage.steps.slice(0, steps) } });
  const split = stage.steps.findIndex(({ put }) => put) + 1;
  assert.deepEqual(until(split).map(({ write }) => write("N")), ["N", "n"]);
  assert.deepEqual(until(0).map(({ write }) => write("N")), ["N"]);
});

test("a key turns a layer, and ' and 2 change the last turn", () => {
  const key = (/** @type {string|undefined} */ last, /** @type {string} */ typed, shiftKey = false) => turnOfKey(last, { key: typed, shiftKey });
  assert.deepEqual(key(undefined, "r"), { move: "R" });
  assert.deepEqual(key("U", "R", true), { move: "R'" });
  assert.deepEqual(key("R", "'"), { move: "R'", replaces: true });
  assert.deepEqual(key("R'", "2"), { move: "R2", replaces: true });
  assert.deepEqual(key("R2", "2"), { move: "R", replaces: true });
  assert.equal(key(undefined, "2"), null);
});

test("a hint is the first step in words", () => {
  assert.deepEqual(firstStep(dieTour())?.steps, board(dieTour()).steps.length);
  assert.match(firstStep(dieTour())?.words ?? "", /^rolls (north|east|south|west) to \[\d, \d\]/);
  assert.match(firstStep(sudokuCube())?.words ?? "", /layer/);
  assert.equal(firstStep({ ...dieTour(), stage: { ...board(dieTour()), steps: [] } }), null);
});
