// The editor of die tours.
import { numberField, selectField, tickField } from "./fields.js";
import { RollingEditor } from "./rolling_editor.js";

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createDieTourEditor(changed) {
  const wanted = /** @type {[string, string][]} */ ([
    ["max", "largest sum"],
    ["min", "smallest sum"],
    ["any", "any tour"],
  ]);
  const objective = selectField("Wanted", wanted, (value) => set({ objective: value }));
  const total = numberField("Only this sum (empty: any)", (typed) => set({ total: typed.trim() }));
  const closed = tickField("closed: one more roll leads back to the start", (ticked) => {
    set({ closed: ticked, ...(ticked ? {} : { restore: false }) });
    restore.control.disabled = !ticked;
    restore.control.checked &&= ticked;
  });
  const restore = tickField("and the die is as it started", (ticked) => set({ restore: ticked }));
  const editor = new RollingEditor({
    puzzle: "die-tour",
    tools: [],
    openStart: true,
    goal: false,
    openGoal: false,
    fields: [objective.element, total.element, closed.element, restore.element],
    showFields: (state) => {
      objective.control.value = state.objective || "max";
      total.control.value = state.total;
      closed.control.checked = state.closed;
      restore.control.checked = state.restore;
      restore.control.disabled = !state.closed;
    },
    places: {
      objective: objective.place,
      "tour.total": total.place,
      "tour.closed": closed.place,
      "tour.restore-orientation": restore.place,
    },
    changed,
  });
  /** @param {Partial<typeof editor.state>} values */
  function set(values) {
    Object.assign(editor.state, values);
    changed();
  }
  return editor;
}
