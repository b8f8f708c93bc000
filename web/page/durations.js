// Durations in words.

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
