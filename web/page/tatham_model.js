// Boards of Simon Tatham's Cube, and the game's own ids of them.

/** @import { Draft } from "./types.js" */

/** The letter of a solid in ids. @typedef {"t"|"c"|"o"|"i"} Letter */

/** A board: what rolls, the size as in the id, and `blue[y][x]` with y from the south. Triangles lie in a rectangle, from one to the next in a row
 * half a side; what is outside of the board is not blue.
 * @typedef {{ solid: Letter, columns: number, rows: number, blue: boolean[][], start: [number, number] }} TathamBoard */

/** The solids, and a game of each to begin with. @type {Record<Letter, { name: string, faces: number, example: string }>} */
export const SOLIDS = {
  c: { name: "cube", faces: 6, example: "c4x4:C461,3" },
  t: { name: "tetrahedron", faces: 4, example: "t1x2:0438,1" },
  o: { name: "octahedron", faces: 8, example: "o2x2:40A29A,5" },
  i: { name: "icosahedron", faces: 20, example: "i3x3:2EC63184211198,49" },
};

/** The largest board of a solid that tumble takes. @param {Letter} solid */
export function mostSquares(solid) {
  return 121 - SOLIDS[solid].faces;
}

/**
 * A board: the rectangle in which it lies, its squares in the order of the ids, and which of them point down.
 * @param {Letter} solid @param {number} columns @param {number} rows
 */
export function boardOf(solid, columns, rows) {
  const isOfTriangles = solid !== "c";
  const [width, height] = isOfTriangles ? [2 * (columns + rows) - 1, columns + rows] : [columns, rows];
  /** @param {number} x @param {number} y */
  const pointsDown = (x, y) => isOfTriangles && (x + y) % 2 !== columns % 2;
  /** @param {number} x @param {number} y */
  const has = (x, y) => {
    const narrower = isOfTriangles ? (y >= columns ? y - columns : columns - 1 - y) : 0;
    return y >= 0 && y < height && x >= narrower && x < width - narrower;
  };
  const cells = Array.from({ length: Math.max(0, width * height) }, (_, i) => [i % width, height - 1 - Math.floor(i / width)]);
  const squares = /** @type {[number, number][]} */ (cells).filter(([x, y]) => has(x, y));
  // Of a row of triangles those that point down come first.
  squares.sort(([x1, y1], [x2, y2]) => y2 - y1 || Number(pointsDown(x2, y2)) - Number(pointsDown(x1, y1)) || x1 - x2);
  return { width, height, has, pointsDown, squares };
}

/** The id of a board. @param {TathamBoard} board */
export function tathamId({ solid, columns, rows, blue, start }) {
  const { squares } = boardOf(solid, columns, rows);
  // Four squares to a hexadecimal digit.
  const bits = squares.map(([x, y]) => blue[y][x]);
  let digits = "";
  for (let first = 0; first < bits.length; first += 4) {
    const digit = [0, 1, 2, 3].reduce((sum, bit) => sum + (bits[first + bit] ? 8 >> bit : 0), 0);
    digits += digit.toString(16).toUpperCase();
  }
  const square = squares.findIndex(([x, y]) => x === start[0] && y === start[1]);
  return `${solid}${columns}x${rows}:${digits},${square}`;
}

/** @param {number} width @param {number} height @returns {boolean[][]} */
export function noBlue(width, height) {
  return Array.from({ length: height }, () => new Array(width).fill(false));
}

/** The board of an id that tumble accepts. @param {string} id @returns {TathamBoard} */
export function boardOfId(id) {
  const [, letter, first, second, digits, square] = /^([tcoi])(\d+)x(\d+):([0-9a-f]*),(\d+)$/i.exec(id.trim()) ?? [];
  const [columns, rows, solid] = [Number(first), Number(second), /** @type {Letter} */ (letter.toLowerCase())];
  const { width, height, squares } = boardOf(solid, columns, rows);
  const blue = noBlue(width, height);
  squares.forEach(([x, y], i) => {
    blue[y][x] = (parseInt(digits[i >> 2], 16) & (8 >> (i & 3))) !== 0;
  });
  return { solid, columns, rows, blue, start: squares[Number(square)] };
}

/** Makes a board the one of a draft: drawn if the draft has a drawn board, else an id. @param {Draft} draft @param {TathamBoard} board */
export function putBoard(draft, board) {
  const { solid, columns, rows, blue, start } = board;
  if (draft.board && solid === "c") {
    const cells = blue.map((row) => row.map((isBlue) => (isBlue ? "B" : ".")));
    Object.assign(draft, { board: { ...draft.board, columns, rows, cells }, start: { cell: start } });
    draft.game = { id: tathamId(board) };
  } else {
    putId(draft, tathamId(board));
  }
}

/** Makes an id the game of a draft. @param {Draft} draft @param {string} id */
export function putId(draft, id) {
  for (const key of ["board", "start", "game"]) delete draft[key];
  draft.id = id;
}

/** Moves the start of a new game; whether that is one. @param {Draft} draft @param {[number, number]} start */
export function startAt(draft, start) {
  const id = draft.id ?? draft.game?.id;
  if (!id || draft.game?.played) return false;
  putBoard(draft, { ...boardOfId(id), start });
  return true;
}

/** Whether a text is an id of the game, alone or in a link of the game, or its save file. @param {string} text */
export function looksLikeGame(text) {
  return /^\s*(?:\S*cube\.html#|cube:\s*)?[tcoi]\d+x\d+\s*(?::|%3a)\S*\s*$|^\s*SAVEFILE/i.test(text);
}
