// How long similar models took, from recorded runs.
import { inUnits } from "./durations.js";

/** A recorded run of HiGHS: of which puzzle and encoding, how many variables, how long.
 * @typedef {{ puzzle: string, encoding: string, variables: number, seconds: number, status: string }} Run */

/** Models are similar if the number of their variables differs at most by this factor. */
const SIMILAR = 1.5;
/** Fewer runs say too little. */
const ENOUGH = 3;

/**
 * A sentence, or nothing if too few similar runs are recorded.
 * @param {Run[]} runs
 * @param {string} puzzle
 * @param {string} encoding
 * @param {number} variables
 * @returns {string}
 */
export function estimateText(runs, puzzle, encoding, variables) {
  const similar = runs.filter(
    (run) =>
      run.seconds > 0 &&
      run.puzzle === puzzle &&
      run.encoding === encoding &&
      run.variables <= SIMILAR * variables &&
      variables <= SIMILAR * run.variables,
  );
  if (similar.length < ENOUGH) return "";
  const times = similar.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const longest = similar.some(({ status }) => status === "feasible" || status === "unknown") ? "more than " : "";
  const [least, most] = [inUnits(times[0]), inUnits(times[times.length - 1])];
  return `Similar models took ${least} to ${longest}${most} natively; a browser is slower.`;
}
