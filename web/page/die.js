// The geometry of a die, as far as choosing one needs it.

/** @import { Faces } from "./types.js" */
/** @typedef {"top"|"bottom"|"north"|"south"|"east"|"west"} DiePlace */

/** The places of a die; opposite ones next to each other. @type {DiePlace[]} */
export const DIE_PLACES = ["top", "bottom", "north", "south", "east", "west"];

/** An oriented die: every place has its face, and a hand.
 * @typedef {{ faces: Record<DiePlace, number>, hand: "left"|"right" }} Orientation */

/** The parity of the order of three axes, and of the faces above 3. @param {number[]} corner top, north, east */
function isLeft(corner) {
  const axes = corner.map((face) => Math.min(face, 7 - face));
  const swaps = Number(axes[0] > axes[1]) + Number(axes[0] > axes[2]) + Number(axes[1] > axes[2]);
  return (swaps + corner.filter((face) => face > 3).length) % 2 === 0;
}

/** @returns {Orientation[]} */
function allOrientations() {
  const six = [1, 2, 3, 4, 5, 6];
  return six.flatMap((top) =>
    six.flatMap((north) =>
      six.flatMap((east) => {
        if (new Set([top, north, east].map((face) => Math.min(face, 7 - face))).size < 3) return [];
        const faces = { top, bottom: 7 - top, north, south: 7 - north, east, west: 7 - east };
        return [{ faces, hand: /** @type {"left"|"right"} */ (isLeft([top, north, east]) ? "left" : "right") }];
      }),
    ),
  );
}

/** All 48 orientations of both hands. */
export const ORIENTATIONS = allOrientations();

/**
 * The orientations that agree with the given faces and, unless it is empty, the hand.
 * @param {Faces} given
 * @param {string} [hand]
 */
export function agreeing(given, hand = "") {
  return ORIENTATIONS.filter(
    (die) =>
      (!hand || die.hand === hand) &&
      DIE_PLACES.every((place) => given[place] === undefined || given[place] === die.faces[place]),
  );
}

/**
 * The faces with one more given; earlier ones that contradict it are dropped.
 * @param {Faces} given
 * @param {DiePlace} place
 * @param {number} face
 * @returns {Faces}
 */
export function withFace(given, place, face) {
  /** @type {Faces} */
  const kept = { [place]: face };
  for (const other of DIE_PLACES) {
    if (other === place || given[other] === undefined) continue;
    if (agreeing({ ...kept, [other]: given[other] }).length) kept[other] = given[other];
  }
  return inOrder(kept);
}

/**
 * The same faces in the order of the places.
 * @param {Faces} faces
 * @returns {Faces}
 */
function inOrder(faces) {
  return Object.fromEntries(DIE_PLACES.flatMap((place) => (faces[place] === undefined ? [] : [[place, faces[place]]])));
}

/**
 * The orientation after a roll towards a side, or after a quarter turn on the spot.
 * @param {Record<DiePlace, number>} faces
 * @param {"north"|"east"|"south"|"west"|"turn"} move
 * @returns {Faces} its top, north and east
 */
export function movedDie({ top, bottom, north, south, east, west }, move) {
  switch (move) {
    case "north":
      return { top: south, north: top, east };
    case "south":
      return { top: north, north: bottom, east };
    case "east":
      return { top: west, north, east: top };
    case "west":
      return { top: east, north, east: bottom };
    case "turn":
      return { top, north: west, east: north };
  }
}
