// The window on the world: it shows a stage as the camera sees it, and turns it as it is dragged.
import { eyeDistance, fit, leastZoom, limited, project, readable } from "./camera.js";
import { html } from "./dom.js";

/** @typedef {import("./board_stage.js").Stage} Stage */
/** @typedef {import("./camera.js").View} View */
/** @typedef {import("./geometry.js").Vector} Vector */

/** Degrees for a pixel of dragging. */
const DRAG = 0.4;

/**
 * @param {Stage} stage
 * @param {Partial<View>} start
 * @param {() => void} onLook called when the user has looked from elsewhere
 */
export function makeWindow(stage, start, onLook) {
  const world = html("div", { class: "world" }, ...stage.elements);
  const camera = html("div", { class: "camera", "aria-hidden": "true" }, world);
  const badge = html("div", { class: "badge", hidden: "" });
  const element = html("div", { class: "window", role: "application", tabindex: 0 }, camera, badge);
  const home = { ...stage.look, zoom: 1 };
  // The window's size is not known yet.
  let farthest = 0;
  let view = limited({ ...home, ...start }, stage.tilts, farthest);
  let position = 0;
  /** Where a point of the world is seen, from the corner of the window. @type {(point: Vector) => [number, number]} */
  let seen = () => [0, 0];

  const look = () => {
    const { clientWidth: width, clientHeight: height } = element;
    if (width === 0 || height === 0) return;
    const eye = eyeDistance(width, height);
    const { scale: fitting, dx, dy } = fit(stage, view, width, height);
    const normal = readable(stage, fitting);
    farthest = leastZoom(normal, fitting);
    const scale = normal * Math.max(view.zoom, farthest);
    // The closer one looks, the more what moves is in the middle.
    const follow = Math.min(1, Math.max(0, scale / fitting - 1));
    const [x, y, z] = stage.focus();
    const [fx, fy] = [x * follow, y * follow];
    camera.style.perspective = `${eye}px`;
    camera.style.transform = `translate(${dx * (1 - follow)}px,${dy * (1 - follow)}px)`;
    const turns = `rotateX(${view.tilt}deg) rotateZ(${view.spin}deg)`;
    world.style.transform = `scale3d(${scale},${scale},${scale}) ${turns} translate3d(${-fx}px,${fy}px,0)`;
    seen = ([px, py, pz]) => {
      const [across, down] = project([px - fx, py - fy, pz], view, scale, eye);
      return [width / 2 + across + dx * (1 - follow), height / 2 + down + dy * (1 - follow)];
    };
    // Above what moves.
    showBadge(badge, stage.badge(position), seen([x, y, z + 2 * stage.size[2]]));
  };

  /** @param {Partial<View>} change */
  const change = (change) => {
    view = limited({ ...view, ...change }, stage.tilts, farthest);
    look();
    onLook();
  };

  addDragging(element, () => view, change);
  const observer = new ResizeObserver(look);
  observer.observe(element);

  return {
    element,
    view: () => view,
    seen: (/** @type {Vector} */ point) => seen(point),
    home,
    change,
    /** @param {number} at a position in the replay */
    show(at) {
      position = at;
      stage.render(at);
      look();
    },
    destroy: () => observer.disconnect(),
  };
}

/**
 * @param {HTMLElement} badge
 * @param {string} text
 * @param {number[]} place in pixels of the window
 */
function showBadge(badge, text, [left, top]) {
  badge.hidden = text === "";
  badge.textContent = text;
  badge.style.left = `${left}px`;
  badge.style.top = `${top}px`;
}

/**
 * One pointer turns, two zoom.
 * @param {HTMLElement} element
 * @param {() => View} view
 * @param {(change: Partial<View>) => void} change
 */
function addDragging(element, view, change) {
  /** @type {Map<number, [number, number]>} */
  const pointers = new Map();
  const spread = () => {
    const [[x1, y1], [x2, y2]] = [...pointers.values()];
    return Math.hypot(x1 - x2, y1 - y2);
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  element.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    const spreadBefore = pointers.size === 2 ? spread() : 0;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const { spin, tilt, zoom } = view();
    if (pointers.size === 1) change({ spin: spin - dx * DRAG, tilt: tilt - dy * DRAG });
    else if (pointers.size === 2 && spreadBefore > 0) change({ zoom: (zoom * spread()) / spreadBefore });
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    element.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }
  element.addEventListener(
    "wheel",
    (event) => {
      // Without Ctrl the wheel scrolls the page.
      if (!event.ctrlKey) return;
      event.preventDefault();
      change({ zoom: view().zoom * Math.exp(-event.deltaY / 300) });
    },
    { passive: false },
  );
}
