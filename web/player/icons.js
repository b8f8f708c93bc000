// Icons as inline SVG: fonts lack some of these signs, and draw others in colour.
import { svg } from "./dom.js";

/** Paths on 24 × 24; all are filled, so lines are drawn as shapes. */
const SHAPES = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  first: "M5 5h2.5v14H5zM19 5v14L8.5 12z",
  last: "M16.5 5H19v14h-2.5zM5 5l10.5 7L5 19z",
  back: "M15.5 5.5v13L6 12z",
  forward: "M8.5 5.5v13L18 12z",
  left: "M11 5v4c5 0 8.5 3 9 9.5-2-3-5-4.5-9-4.5v4.5L4 11.7z",
  right: "M13 5v4c-5 0-8.5 3-9 9.5 2-3 5-4.5 9-4.5v4.5l7-6.8z",
  up: "M12 6l7 8.5h-4.5V19h-5v-4.5H5z",
  down: "M12 18l7-8.5h-4.5V5h-5v4.5H5z",
  closer: "M10.75 5h2.5v5.75H19v2.5h-5.75V19h-2.5v-5.75H5v-2.5h5.75z",
  farther: "M5 10.75h14v2.5H5z",
  reset: "M4 4h6v2.5H6.5V10H4zM14 4h6v6h-2.5V6.5H14zM4 14h2.5v3.5H10V20H4zM17.5 14H20v6h-6v-2.5h3.5z",
};

/** @typedef {keyof typeof SHAPES} IconName */

/**
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: SHAPES[name] }));
}
