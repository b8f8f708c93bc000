// The net of a Sudoku Cube.

/** A field: its digit (0: not filled in) and where the digit's top points in the net, 0 up to 3 left (null: not known).
 * @typedef {{ digit: number, direction: number|null }} NetField */

/** The faces in the order of the state. */
export const FACES = ["U", "L", "F", "R", "B", "D"];
/** Rows and columns of the net. */
export const NET_SIZE = { rows: 9, columns: 12 };

/**
 * The number of the field at a place of the net, or null in a gap.
 * @param {number} row
 * @param {number} column
 * @returns {number|null}
 */
export function fieldAt(row, column) {
  const [band, slot] = [Math.floor(row / 3), Math.floor(column / 3)];
  if (band !== 1 && slot !== 1) return null;
  const face = band === 0 ? 0 : band === 2 ? 5 : 1 + slot;
  return face * 9 + (row % 3) * 3 + (column % 3);
}

/** Whether a field is the centre of its face. @param {number} field */
export function isCentre(field) {
  return field % 9 === 4;
}

/** The fields in the order in which the net is read, row by row. @returns {number[]} */
export function readingOrder() {
  const order = [];
  for (let row = 0; row < NET_SIZE.rows; row += 1) {
    for (let column = 0; column < NET_SIZE.columns; column += 1) {
      const field = fieldAt(row, column);
      if (field !== null) order.push(field);
    }
  }
  return order;
}

/** How often each digit from 1 to 9 occurs; index 0 counts blank fields. @param {NetField[]} fields */
export function digitCounts(fields) {
  const counts = new Array(10).fill(0);
  for (const { digit } of fields) counts[digit] += 1;
  return counts;
}
