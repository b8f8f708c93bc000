// The way that solids have gone: a strand on the floor, and on each cell the number of the visit and the face that was on top.
import { cellKey, faceAt, isShortened } from "./board_states.js";
import { svg } from "./dom.js";
import { faceWord } from "./faces.js";
import { CELL, cellMiddle, floorText, hasDigit, roleOf } from "./ground.js";

/** @typedef {import("./board_states.js").BoardState} BoardState */
/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Cell} Cell */
/** @typedef {{ cell: Cell, order: number, top: string, earlier: number }} Visit  earlier: the step of the visit before it, or -1 */
/** @typedef {{ element: SVGGElement, show(step: number, part: number): void }} Trail */

/** So many cells share one path: a step changes one path only, whatever the length of the trail. */
const CHUNK = 48;
/** On boards with more cells the numbers would be too many and too small. */
const NUMBERS_UP_TO = 400;

/**
 * The visits in the order of the steps; visit k is that after step k.
 * @param {Board} board
 * @param {BoardState[]} states
 * @returns {(Visit | null)[]} null where nothing new is to be written
 */
export function visitsOf(board, states) {
  /** @type {Map<string, number>} */
  const latest = new Map();
  const closing = board.closed ? board.steps.length : -1;
  return states.map((state, k) => {
    const solid = state.solids[k === 0 ? 0 : board.steps[k - 1].solid];
    if (!solid?.at || k === closing) return null;
    const key = cellKey(solid.at);
    const earlier = latest.get(key) ?? -1;
    latest.set(key, k);
    return { cell: solid.at, order: k + 1, top: faceWord(faceAt(solid, "top")), earlier };
  });
}

/**
 * The numbers on the cells.
 * @param {Board} board
 * @param {BoardState[]} states
 * @returns {{ element: SVGGElement, show(step: number): void }}
 */
function makeNumbers(board, states) {
  const element = svg("g");
  if (board.solids.length > 1 || board.columns * board.rows > NUMBERS_UP_TO) return { element, show() {} };
  const visits = visitsOf(board, states);
  const taken = new Set(board.cells.filter(hasDigit).map((cell) => cellKey(cell.at)));
  /** @type {Map<string, { group: SVGGElement, order: SVGTextElement, top: SVGTextElement }>} */
  const written = new Map();
  // On a shortened board the drawn steps are not the rolls.
  const counts = !isShortened(board);
  let shown = -1;

  /** @param {Visit} visit */
  const write = ({ cell, order, top }) => {
    const key = cellKey(cell);
    let texts = written.get(key);
    if (!texts) {
      const [x, y] = cellMiddle(board, cell);
      texts = { group: svg("g"), order: floorText(x - 34, y - 36, 17, "order", ""), top: floorText(x, y, 40, "top", "") };
      texts.group.append(texts.order, ...(taken.has(key) ? [] : [texts.top]));
      element.append(texts.group);
      written.set(key, texts);
    }
    texts.group.setAttribute("visibility", "visible");
    texts.order.textContent = counts ? String(order) : "";
    texts.top.textContent = top;
  };

  /** @param {Visit} visit */
  const takeBack = (visit) => {
    const earlier = visits[visit.earlier];
    if (earlier) write(earlier);
    else written.get(cellKey(visit.cell))?.group.setAttribute("visibility", "hidden");
  };

  return {
    element,
    show(step) {
      while (shown < step) {
        const visit = visits[++shown];
        if (visit) write(visit);
      }
      while (shown > step) {
        const visit = visits[shown--];
        if (visit) takeBack(visit);
      }
    },
  };
}

/** @typedef {{ step: number, x: number, y: number }} Point  step: after which it is reached */

/**
 * The strand of one solid.
 * @param {Board} board
 * @param {BoardState[]} states
 * @param {number} solid
 * @returns {{ element: SVGGElement, show(step: number, part: number): void }}
 */
function makeStrand(board, states, solid) {
  // Strands of two solids lie side by side where they cross the same cells.
  const aside = board.solids.length > 1 ? (solid - (board.solids.length - 1) / 2) * 14 : 0;
  /** @type {Point[]} */
  const points = [];
  states.forEach((state, step) => {
    const at = state.solids[solid].at;
    if (!at || (step > 0 && board.steps[step - 1].solid !== solid)) return;
    const [x, y] = cellMiddle(board, at);
    points.push({ step, x: x + aside, y: y + aside });
  });
  const last = board.closed ? board.steps.length : -1;
  const chunks = Array.from({ length: Math.ceil(points.length / CHUNK) }, () => ({ path: svg("path"), count: 0 }));
  const tip = svg("line", { visibility: "hidden" });
  const element = svg("g", { class: `strand ${roleOf(board, solid)}` }, ...chunks.map((chunk) => chunk.path), tip);
  // How many points are reached after each step; the last of a closed trail is the first once more.
  const reached = states.map(() => 0);
  for (const point of points) if (point.step !== last) reached[point.step] = 1;
  for (let step = 1; step < reached.length; step++) reached[step] += reached[step - 1];

  return {
    element,
    show(step, part) {
      const visible = reached[step];
      chunks.forEach((chunk, i) => {
        // One point more than the chunk has, so that it joins the next.
        const count = Math.max(0, Math.min(CHUNK + 1, visible - i * CHUNK));
        if (count === chunk.count) return;
        const own = points.slice(i * CHUNK, i * CHUNK + count).map(({ x, y }) => `${x},${y}`);
        chunk.count = count;
        chunk.path.setAttribute("d", own.length > 0 ? `M${own.join("L")}${own.length === 1 ? "h0.1" : ""}` : "");
      });
      const closed = step === last;
      const [from, to] = [points[visible - 1], points[visible]];
      const moving = to !== undefined && (closed || (part > 0 && to.step === step + 1));
      tip.setAttribute("visibility", moving ? "visible" : "hidden");
      if (!moving) return;
      tip.setAttribute("class", to.step === last ? "closing" : "");
      const along = closed ? 1 : part;
      const end = { x2: from.x + (to.x - from.x) * along, y2: from.y + (to.y - from.y) * along };
      for (const [name, value] of Object.entries({ x1: from.x, y1: from.y, ...end })) tip.setAttribute(name, String(value));
    },
  };
}

/**
 * @param {Board} board
 * @param {BoardState[]} states
 * @returns {Trail}
 */
export function makeTrail(board, states) {
  const strands = board.solids.map((_, solid) => makeStrand(board, states, solid));
  const numbers = makeNumbers(board, states);
  const width = CELL * (board.columns * board.rows > NUMBERS_UP_TO ? 0.22 : 0.1);
  const element = svg("g", { "stroke-width": width }, ...strands.map((strand) => strand.element), numbers.element);
  return {
    element,
    show(step, part) {
      for (const strand of strands) strand.show(step, part);
      numbers.show(step);
    },
  };
}
