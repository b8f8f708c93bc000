// Runs in words: how long they take, how they ended, how long similar ones took.
/** @import { Report } from "./types.js" */

/** `0.40 ms`, `12 ms`, `3.2 s`. @param {number} seconds */
export function inUnits(seconds) {
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(2)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/** A running clock: `3.2 s`, `1:05`. @param {number} seconds */
export function elapsed(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")} min`;
}

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

/** How many best solutions a model has; for puzzles whose solutions may look alike, how many layouts they have. The number is a text, since it may be large.
 * @typedef {{ solutions: string, layouts?: number|null, complete: boolean, why?: string|null, best: boolean }} Count */

/** `13 rolls, proved shortest`; the headline of the command line where that needs no other words. @param {Report} report @param {string} headline
 * @param {string} [move] what a move of the puzzle is called */
export function verdict({ status, objective, bound, solution }, headline, move = "roll") {
  if (status === "infeasible") return "no solution, proved";
  if (status === "unbounded") return "no best path, proved: this is one of the paths";
  const value = objective ?? (status === "feasible" ? (solution?.sum ?? solution?.total ?? solution?.length) : null);
  if (value === null || value === undefined || !solution) return headline;
  const isSum = solution.sum !== undefined || solution.total !== undefined;
  const what = isSum ? `a sum of ${value}` : `${value} ${move}${value === 1 ? "" : "s"}`;
  const best = isSum ? "best" : "shortest";
  if (status === "optimal") return `${what}, proved ${best}`;
  const known = bound === null || bound === undefined ? "" : isSum ? `; the bound is ${bound}` : `; ${bound} at least`;
  return `${what}, perhaps not the ${best}${known}`;
}

/** `18 best solutions`, `only one best solution`. @param {Count} count */
export function countInWords({ solutions, layouts, complete, why, best }) {
  const what = best ? "best solution" : "solution";
  const number = `${solutions} ${what}${solutions === "1" ? "" : "s"}`;
  const looks = layouts ? ` of ${layouts} layout${layouts === 1 ? "" : "s"}` : "";
  if (why?.startsWith("infinitely many")) return why;
  if (!complete) return `${number}${looks} so far (${why ?? "there may be more"})`;
  if (solutions === "0") return why ?? "no solution, proved";
  return solutions === "1" ? `only one ${what}` : `${number}${looks}`;
}
