// The list of moves: the current one is marked, and each leads to its step.
import { html } from "./dom.js";

/** @typedef {import("./words.js").Move} Move */

/**
 * @param {Move[]} moves
 * @param {(step: number) => void} go
 */
export function makeMoves(moves, go) {
  const buttons = moves.map(({ text, title, part }, i) => {
    const label = `step ${i + 1}: ${title}`;
    // Only the current move is reached by Tab; arrow keys lead to the others.
    return html("button", { type: "button", class: part ? "move part" : "move", "aria-label": label, tabindex: -1 }, text);
  });
  const list = html("ol", { class: "moves" }, ...buttons.map((button) => html("li", {}, button)));
  const places = new Map(buttons.map((button, i) => [button, i + 1]));
  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    const step = button ? places.get(button) : undefined;
    if (step !== undefined) go(step);
  });
  let current = 0;
  if (buttons.length > 0) buttons[0].tabIndex = 0;

  return {
    element: list,
    /** @param {number} step */
    show(step) {
      if (step === current) return;
      const [before, now] = [buttons[Math.max(0, current - 1)], buttons[Math.max(0, step - 1)]];
      before.removeAttribute("aria-current");
      before.tabIndex = -1;
      now.tabIndex = 0;
      if (step > 0) now.setAttribute("aria-current", "step");
      if (before === document.activeElement) now.focus({ preventScroll: true });
      current = step;
      // Scrolls the list only, never the page.
      const [top, bottom] = [now.offsetTop, now.offsetTop + now.offsetHeight];
      if (top < list.scrollTop + 8) list.scrollTop = top - 8;
      else if (bottom > list.scrollTop + list.clientHeight - 8) list.scrollTop = bottom - list.clientHeight + 8;
    },
  };
}
