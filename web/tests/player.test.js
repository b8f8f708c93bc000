// The player's parts that need no browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Script } from "node:vm";
import { blockedRuns } from "../player/blocks.js";
import { badges } from "../player/board_stage.js";
import { boardStates, facesShown, midRoll } from "../player/board_states.js";
import { fit, leastZoom, limited, project, readable } from "../player/camera.js";
import { cubeStates, fieldsShown, midTurn, piecesOf, readTurn } from "../player/cube_states.js";
import { faceSign, faceWord } from "../player/faces.js";
import { stageOf } from "../player/format.js";
import { IDENTITY, apply, quarterTurns } from "../player/geometry.js";
import { DIRECTIONS, directionOf, middleOf } from "../player/tiling.js";
import { readLink, writeLink } from "../player/link.js";
import { advance } from "../player/timeline.js";
import { visitsOf } from "../player/trail.js";
import { movesOf, sentences } from "../player/words.js";
import { assemble, partNames, script } from "./assemble.js";
import { closedTour, diePath, dieTour, facesAfter, farPath, splitBox, tathamCube, tathamTetrahedron, tippedBox, twoDice } from "./board_fixtures.js";
import { sudokuCube, unreachableCube } from "./cube_fixtures.js";
import { FIXTURES } from "./fixtures.js";

/** @typedef {import("../player/format.js").Board} Board */
/** @typedef {import("../player/format.js").Cube} Cube */
/** @typedef {import("../player/format.js").Field} Field */
/** @typedef {import("../player/format.js").Replay} Replay */
/** @typedef {import("../player/format.js").Side} Side */

/**
 * @param {Replay} replay
 * @returns {Board}
 */
const board = (replay) => /** @type {Board} */ (replay.stage);
/** @returns {Cube} */
const cube = () => /** @type {Cube} */ (sudokuCube().stage);

test("the parts are one classic script, and the file refers to nothing outside", () => {
  assert.doesNotThrow(() => new Script(script()));
  assert.doesNotMatch(script(), /^\s*(import|export)\b/m);
  const file = assemble(dieTour(), "<svg></svg>");
  assert.doesNotMatch(file, /\{\{\w+\}\}|\b(src|href)=|style="|url\(|@import/);
  assert.doesNotMatch(file.replace("http://www.w3.org/2000/svg", ""), /https?:/);
});

test("no part uses one that comes after it", () => {
  const modules = partNames().filter((name) => name.endsWith(".js"));
  for (const [i, name] of modules.entries()) {
    const source = readFileSync(new URL(`../player/${name}`, import.meta.url), "utf8");
    assert.ok(source.split("\n").length <= 400, name);
    for (const [, used] of source.matchAll(/^import .* from "\.\/(.*)";$/gm)) {
      assert.ok(modules.indexOf(used) >= 0 && modules.indexOf(used) < i, `${name} uses ${used}`);
    }
  }
});

test("another format is refused", () => {
  assert.throws(() => stageOf({ ...dieTour(), format: 2 }), /format 2/);
  assert.throws(() => stageOf({ ...dieTour(), stage: undefined }), /no stage/);
});

test("rolled solids show what the table of rolls says", () => {
  for (const make of [dieTour, closedTour, diePath, farPath]) {
    const stage = board(make());
    const expected = facesAfter(stage.solids[0].faces, stage.steps);
    const shown = boardStates(stage).map((state) => facesShown(state.solids[0]));
    assert.deepEqual(shown, expected);
  }
});

test("a closed tour ends where and as it began to be counted", () => {
  const stage = board(closedTour());
  const states = boardStates(stage);
  assert.deepEqual(states[16].solids[0].at, [0, 0]);
  const visits = visitsOf(stage, states);
  assert.equal(visits[16], null);
  assert.equal(new Set(visits.slice(0, 16).map((visit) => String(visit?.cell))).size, 16);
});

test("the face below and the cell exchange their paint", () => {
  const states = boardStates(board(tathamCube()));
  const last = states[9];
  assert.deepEqual(new Set(Object.values(facesShown(last.solids[0])).map((face) => JSON.stringify(face))), new Set(['{"paint":"blue"}']));
  assert.deepEqual([...last.paints.values()].filter(Boolean), []);
  assert.equal([...states[0].paints.values()].filter(Boolean).length, 6);
});

test("a roll turns about the bottom edge in front", () => {
  for (const roll of /** @type {const} */ (["N", "E", "S", "W"])) {
    for (const part of [0, 0.3, 1]) {
      const { matrix, middle } = midRoll({ matrix: IDENTITY, size: [1, 1, 1] }, DIRECTIONS[roll], part);
      /** @type {Record<string, [number, number, number]>} */
      const edges = { N: [0, 0.5, -0.5], E: [0.5, 0, -0.5], S: [0, -0.5, -0.5], W: [-0.5, 0, -0.5] };
      const edge = apply(matrix, edges[roll]).map((value, i) => value + middle[i]);
      const still = [edges[roll][0], edges[roll][1], 0];
      edge.forEach((value, i) => assert.ok(Math.abs(value - still[i]) < 1e-12, `${roll} ${part}`));
    }
  }
  const lying = midRoll({ matrix: IDENTITY, size: [1, 1, 1] }, DIRECTIONS.E, 1);
  assert.deepEqual(lying.middle.map((value) => Number(value.toFixed(9))), [1, 0, 0.5]);
});

test("a tetrahedron rolls from triangle to triangle, and its faces stay on the floor", () => {
  const stage = board(tathamTetrahedron());
  const states = boardStates(stage);
  stage.steps.forEach(({ roll }, k) => {
    const [before, after] = [states[k].solids[0], states[k + 1].solids[0]];
    const where = (/** @type {typeof before} */ { at }, /** @type {number[]} */ by) => {
      const middle = middleOf(stage, at ?? [0, 0]);
      return [by[0] + middle[0], by[1] + middle[1], by[2]];
    };
    const rolled = midRoll(before, directionOf(stage, before.at ?? [0, 0], roll), 1);
    const [from, to] = [where(before, rolled.middle), where(after, midRoll(after, null, 0).middle)];
    from.forEach((value, i) => assert.ok(Math.abs(value - to[i]) < 1e-3, `step ${k}: ${from} and ${to}`));
    const lowest = Object.values(after.body?.normals ?? {}).map((normal) => apply(after.matrix, normal)[2]);
    assert.ok(Math.abs(Math.min(...lowest) + 1) < 1e-3, `step ${k}: ${lowest}`);
  });
  const blue = states.map(({ solids: [{ faces }] }) => Object.values(faces).filter((face) => face && "paint" in face && face.paint).length);
  assert.deepEqual(blue.map((value) => `${value} of 4`), stage.readouts?.[0].values);
  assert.match(sentences(stage, states)(2), /the face below is now blue, the cell plain/);
});

test("a box tips over its lower edge by what it covers or will cover", () => {
  const stage = board(tippedBox());
  const states = boardStates(stage);
  assert.deepEqual(states.map((state) => state.solids[0].at), [[0, 0], [1, 0], [1, 1], [3, 1], [1, 1]]);
  assert.deepEqual(states.map((state) => state.solids[0].size), [[1, 1, 2], [2, 1, 1], [2, 1, 1], [1, 1, 2], [2, 1, 1]]);
  // The end of a tip is the beginning of the next.
  stage.steps.forEach(({ roll }, k) => {
    const [before, after] = [states[k].solids[0], states[k + 1].solids[0]];
    const middle = (/** @type {typeof before} */ solid, /** @type {number[]} */ by) =>
      by.map((value, i) => value + (solid.at?.[i] ?? 0) + (i < 2 ? solid.size[i] / 2 : 0));
    const [tipped, still] = [midRoll(before, DIRECTIONS[roll], 1), midRoll(after, null, 0)];
    const [from, to] = [middle(before, tipped.middle), middle(after, still.middle)];
    from.forEach((value, i) => assert.ok(Math.abs(value - to[i]) < 1e-12, `step ${k}: ${from} and ${to}`));
  });
});

test("a box that is split is two cubes until they are put together", () => {
  const stage = board(splitBox());
  const states = boardStates(stage);
  const where = states.map(({ solids }) => solids.flatMap(({ at, size }, solid) => (at ? [`${solid} at ${at}: ${size}`] : [])));
  assert.deepEqual(where, [
    ["0 at 0,0: 1,1,2"],
    ["0 at 1,0: 2,1,1"],
    ["1 at 0,2: 1,1,1", "2 at 4,2: 1,1,1"],
    ["1 at 1,2: 1,1,1", "2 at 4,2: 1,1,1"],
    ["1 at 2,2: 1,1,1", "2 at 4,2: 1,1,1"],
    ["3 at 2,2: 2,1,1"],
    ["3 at 1,2: 1,1,2"],
  ]);
  assert.equal(JSON.stringify(facesShown(states[6].solids[3]).top), '{"paint":"orange"}');
  assert.deepEqual(states.map(({ paints }) => paints.get("1,1")), ["black", ...Array(6).fill("grey")]);
  const tell = sentences(stage, states);
  assert.equal(tell(0), "start: box at [0, 0], top orange; box 1 × 1 × 2; open bridges none");
  const cubes = "first cube at [0, 2], top blue, second cube at [4, 2], top orange, box in two cubes, open bridges a";
  assert.equal(tell(2), `step 2 of 6: box rolls east to [3, 0], ${cubes}`);
  assert.equal(tell(2, false), "step 2 of 6: box rolls east to [3, 0]");
  assert.equal(tell(3), "step 3 of 6: first cube rolls east to [1, 2], top blue, box in two cubes, open bridges a");
  assert.equal(tell(5), "step 5 of 6: second cube rolls west to [3, 2], box at [2, 2], top blue, box 2 × 1 × 1, open bridges a");
  // Read aloud, a small letter is like a capital one.
  assert.deepEqual(movesOf(stage).slice(3).map(({ text, title }) => `${text}: ${title}`), ["E: E, first cube", "w: w, second cube", "W: W, box"]);
});

/**
 * What can be seen of a field: a symmetric digit reads the same upside down, and an open direction may be any.
 * @param {Field} field
 * @param {Field} like
 */
function seen(field, like) {
  if (like.direction === null || field.direction === null) return `${field.digit}`;
  return `${field.digit} ${cube().symmetric?.includes(field.digit ?? 0) ? field.direction % 2 : field.direction}`;
}

test("the turns that tumble found lead to the solved layout", () => {
  const stage = cube();
  const pieces = piecesOf(stage.faces);
  assert.equal(pieces.length, 26);
  const states = cubeStates(pieces, stage.turns.map(readTurn));
  const end = fieldsShown(pieces, states[states.length - 1]);
  for (const side of /** @type {Side[]} */ (["U", "L", "F", "R", "B", "D"])) {
    const solved = stage.solved?.[side] ?? [];
    assert.deepEqual(end[side].map((field, i) => seen(field, solved[i])), solved.map((field, i) => seen(field, end[side][i])), side);
  }
});

test("what is turned back is as before, and a wrong turn is refused", () => {
  const pieces = piecesOf(cube().faces);
  const there = "R U2 F' L D B2".split(" ");
  const back = "B2 D' L' F U2' R'".split(" ");
  const states = cubeStates(pieces, [...there, ...back].map(readTurn));
  assert.notDeepEqual(fieldsShown(pieces, states[6]), cube().faces);
  assert.deepEqual(fieldsShown(pieces, states[12]), cube().faces);
  for (const wrong of ["", "X", "R3", "r", "R''", "M"]) assert.throws(() => readTurn(wrong), /is not a turn/);
});

test("a tweened turn ends where the exact one does", () => {
  for (const text of ["R", "U'", "F2", "D2'"]) {
    const turn = readTurn(text);
    const [tweened, exact] = [midTurn(turn, 1), quarterTurns(turn.axis, turn.quarters)];
    tweened.flat().forEach((value, i) => assert.ok(Math.abs(value - exact.flat()[i]) < 1e-12, text));
  }
});

test("time goes from step to step, forwards and backwards", () => {
  const duration = (/** @type {number} */ step) => [100, 200, 400][step];
  assert.equal(advance(0, 3, 50, duration), 0.5);
  assert.equal(advance(0.5, 3, 150, duration), 1.5);
  assert.equal(advance(0, 3, 10000, duration), 3);
  assert.equal(advance(3, 2, 100, duration), 2.75);
  assert.equal(advance(2, 0, 250, duration), 0.5);
  assert.equal(advance(1.25, 2, 75, duration), 1.625);
});

test("each step is told in words", () => {
  const tour = board(dieTour());
  const tell = sentences(tour, boardStates(tour));
  assert.equal(tell(0), "start: die at [0, 0], top 1; sum 1");
  assert.equal(tell(3), "step 3 of 8: rolls east to [1, 2], top 4, sum 16");
  assert.equal(tell(3, false), "step 3 of 8: rolls east to [1, 2]");
  const moved = { ...tour, origin: /** @type {[string, number]} */ (["9007199254740993", -2]) };
  assert.match(sentences(moved, boardStates(tour))(3), /to \[9007199254740994, 0\]/);
  const dice = board(twoDice());
  assert.equal(sentences(dice, boardStates(dice))(3), "step 3 of 6: die 2 rolls west to [2, 0], top 3, rolls 3");
  const far = board(farPath());
  assert.equal(sentences(far, boardStates(far))(5), "step 5 of 8: rolls east 1000000000 times, drawn shorter, top 4");
  const celled = { ...tour, readouts: [{ name: "cell", values: Array(9).fill("[7, 7]") }] };
  assert.equal(sentences(celled, boardStates(tour))(3), "step 3 of 8: rolls east, top 4, cell [7, 7]");
  const tatham = board(tathamCube());
  assert.match(sentences(tatham, boardStates(tatham))(3), /the face below is now blue, the cell plain/);
  assert.equal(sentences(cube(), [])(2), "turn 2 of 22: B2, the back layer by half a turn");
  const apart = /** @type {Cube} */ (unreachableCube().stage);
  assert.match(sentences(apart, [])(1), /^taken apart and put together; no turns reach it/);
});

test("a face is told by its pips, its letter or its paint", () => {
  const faces = [{ pips: 5 }, { letter: "R" }, { paint: "blue" }, { paint: null }, null];
  assert.deepEqual(faces.map(faceWord), ["5", "R", "blue", "plain", "not known"]);
  assert.deepEqual(faces.map(faceSign), ["5", "R", null, null, null]);
});

test("a shortened run is marked for all of its steps", () => {
  const far = board(farPath());
  assert.deepEqual(badges(far), Array(8).fill("× 1000000000"));
  assert.deepEqual(movesOf(far).map((move) => move.text), ["N × 1000000000", "•", "•", "•", "E × 1000000000", "•", "•", "•"]);
  assert.deepEqual(badges(board(dieTour())), Array(8).fill(""));
});

test("blocked neighbours in a row are one block", () => {
  const cells = [[3, 0], [1, 0], [2, 0], [2, 1]].map(([x, y]) => ({ at: /** @type {[number, number]} */ ([x, y]), blocked: true }));
  assert.deepEqual(blockedRuns({ ...board(dieTour()), cells }), [{ x: 1, y: 0, length: 3 }, { x: 2, y: 1, length: 1 }]);
});

test("all of a board is seen from everywhere, whatever its size", () => {
  for (const side of [1, 60]) {
    const scene = { size: /** @type {[number, number, number]} */ ([side * 25, side * 10, 12]), rise: 12 };
    for (const view of [{ spin: 18, tilt: 46, zoom: 1 }, { spin: -130, tilt: 80, zoom: 1 }, { spin: 0, tilt: 0, zoom: 1 }]) {
      const { scale, dx, dy } = fit(scene, view, 360, 300);
      for (const corner of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
        const [x, y] = project([corner[0] * scene.size[0], corner[1] * scene.size[1], 0], view, scale, 2.4 * 360);
        assert.ok(Math.abs(x + dx) <= 181 && Math.abs(y + dy) <= 151, `${side} ${view.spin}`);
      }
    }
  }
  assert.deepEqual(limited({ spin: 190, tilt: 99, zoom: 100 }, [0, 82]), { spin: -170, tilt: 82, zoom: 8 });

test("a die on a long board has a readable size, and the whole board can still be seen", () => {
  const size = /** @type {[number, number, number]} */ ([512 * 8, 16, 8]);
  const scene = { size, rise: 8 };
  const { scale } = fit(scene, { spin: 6, tilt: 36, zoom: 1 }, 800, 500);
  assert.ok(16 * scale < 3, `${scale}`);
  assert.ok(16 * readable(scene, scale) >= 24);
  assert.equal(readable(scene, scale) * leastZoom(readable(scene, scale), scale), scale);
  // What fits and can be read is shown whole.
  assert.equal(readable({ size: [400, 400, 50] }, 0.9), 0.9);
  assert.equal(leastZoom(0.9, 0.9), 0.5);
});
});

test("the link holds the state, and bad links are ignored", () => {
  const view = { spin: 20, tilt: 45.5, zoom: 1.25 };
  assert.equal(writeLink({ position: 5, playing: false, speed: 1, view, looked: false }), "#step=5");
  const hash = writeLink({ position: 5.4, playing: false, speed: 2, view, looked: true });
  assert.equal(hash, "#step=5.4&speed=2&view=20,45.5,1.25");
  assert.deepEqual(readLink(hash), { position: 5.4, speed: 2, view });
  assert.deepEqual(readLink("#step=x&speed=-1&view=1"), { position: undefined, speed: undefined, view: undefined });
  assert.deepEqual(readLink(""), { position: undefined, speed: undefined, view: undefined });
});

test("every fixture has a value of each readout for each step", () => {
  for (const make of Object.values(FIXTURES)) {
    const stage = make().stage;
    if (stage?.kind !== "board") continue;
    for (const { name, values } of stage.readouts ?? []) assert.equal(values.length, stage.steps.length + 1, name);
  }
});
