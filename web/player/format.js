// The replay format as types; FORMAT.md describes it in words.

/** @typedef {[number, number]} Cell  x east, y north, from the south-west cell of the drawn board */
/** @typedef {"top" | "bottom" | "north" | "south" | "east" | "west"} Place  where a face of a solid points */
/** @typedef {{ pips: number } | { letter: string } | { paint: string | null } | null} Face  `null`: not known; a paint `null`: without paint */
/** @typedef {"N" | "E" | "S" | "W"} Roll */

/** @typedef {{ name: string, solid?: number, faces?: Partial<Record<Place, Face>> }} End  name: start, goal or hole */
/** @typedef {{ at: Cell, blocked?: boolean, label?: string, sign?: string, paint?: string | null, ends?: End[] }} BoardCell */
/** @typedef {[number, number, number]} Size  of a box: cells to the east, to the north and upwards */
/** @typedef {{ corners: [number, number, number][], faces: { corners: number[], paint?: string | null }[] }} Shape  in 10000ths of a side */
/** @typedef {{ name: string, at?: Cell | null, faces: Record<Place, Face>, size?: Size, shape?: Shape, kind?: number }} Solid  a cube on
 * one cell without a size and a shape */
/** @typedef {{ cell: Cell, paint: string | null, face: Place, face_paint: string | null }} Swap */
/** @typedef {{ cell: Cell, paint: string }} CellPaint */
/** @typedef {{ solid: number, at?: Cell }} Put  without a cell: taken away */
/** @typedef {{ solid: number, roll: Roll, text: string, count?: number | string, part?: boolean, paint?: Swap, cells?: CellPaint[],
 * put?: Put[] }} Step */
/** @typedef {{ name: string, values: string[] }} Readout */
/** @typedef {{ sign?: string, text: string }} Meaning */

/**
 * @typedef {object} Board
 * @property {"board"} kind
 * @property {number} columns
 * @property {number} rows
 * @property {number} [triangles] the remainder of x + y by 2 of the triangles that point up
 * @property {[number | string, number | string]} [origin]
 * @property {BoardCell[]} cells
 * @property {Solid[]} solids
 * @property {Step[]} steps
 * @property {Readout[]} [readouts]
 * @property {Meaning[]} [legend]
 * @property {boolean} [trail]
 * @property {boolean} [closed]
 */

/** @typedef {"U" | "L" | "F" | "R" | "B" | "D"} Side  a face of the Sudoku Cube */
/** @typedef {{ digit: number | null, direction: number | null }} Field */
/** @typedef {Record<Side, Field[]>} Net */

/**
 * @typedef {object} Cube
 * @property {"cube"} kind
 * @property {Net} faces
 * @property {string} [hold]
 * @property {string[]} turns
 * @property {number[]} [symmetric]
 * @property {Net} [solved]
 * @property {string} [reason]
 */

/** @typedef {{ format: number, puzzle: string, title: string, facts?: [string, string][], stage?: Board | Cube }} Replay */

/** The version of the format that this player reads. */
export const FORMAT = 1;

/**
 * Refuses what this player cannot show.
 * @param {Replay} replay
 * @returns {Board | Cube}
 */
export function stageOf(replay) {
  if (replay.format !== FORMAT) {
    throw new Error(`the replay has format ${replay.format}, and this player reads format ${FORMAT}`);
  }
  if (!replay.stage) throw new Error("the replay has no stage to show");
  return replay.stage;
}
