// How a run ended, for people who do not speak as solvers do.

/** @import { Report } from "./types.js" */

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
