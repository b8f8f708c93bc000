// A report in words, as the command line prints it.

/** @import { Report } from "./types.js" */

/** The total time is shown if it exceeds the solving time by at least this many seconds. */
const VISIBLE_SECONDS = 0.5;

/** `optimal 37`, `infeasible`, `feasible 66, bound 68`. @param {Report} report */
export function headline({ status, objective, bound }) {
  const known = objective !== null && objective !== undefined;
  const word = status === "optimal" && !known ? "solved" : status;
  const open = status === "feasible" || status === "unknown";
  return `${word}${known ? ` ${objective}` : ""}${open && bound !== null && bound !== undefined ? `, bound ${bound}` : ""}`;
}

/** The method, and how long it took. @param {Report} report */
export function howSolved(report) {
  const { encoding, backend, backend_version: version, method, stats, verified } = report;
  const solver = `${backend} ${version}`;
  const by = encoding
    ? `${solver}, encoding ${encoding}`
    : backend === "search"
      ? "direct search"
      : `${method} with ${solver}`;
  return `by ${by}${effort(stats)}${verified ? "; replayed by the rules" : ""}`;
}

/** @param {Report} stats */
function effort({ solver_runs: runs, nodes, solve_seconds: seconds, total_seconds: total }) {
  if (runs === 0) return ", no solver was needed";
  const nodesText = nodes === null || nodes === undefined ? "" : `, ${nodes} node${nodes === 1 ? "" : "s"}`;
  const beyond = (total ?? 0) - (seconds ?? 0);
  const inAll = beyond >= Math.max(VISIBLE_SECONDS, (total ?? 0) / 10) ? `, ${inUnits(total)} in all` : "";
  return `${nodesText}${typeof seconds === "number" ? `, ${inUnits(seconds)}` : ""}${inAll}`;
}

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
