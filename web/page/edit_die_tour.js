// The editor of die tours.
import { numberField, selectField, tickField } from "./fields.js";
import { LABELS, RollingEditor } from "./rolling_editor.js";
import { openEnd } from "./rolling_model.js";

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createDieTourEditor(changed) {
  const wanted = /** @type {[string, string][]} */ ([
    ["max", "largest sum"],
    ["min", "smallest sum"],
    ["any", "any tour"],
  ]);
  const objective = selectField("Wanted", wanted, (value) => set({ objective: value }));
  const total = numberField("Only this sum (empty: any)", (typed) => set({ total: typed.trim() }));
  const never = numberField("Never on top (faces)", (typed) => set({ never: typed }));
  const between = numberField("On top at the ends only (faces)", (typed) => set({ neverBetween: typed }));
  const closed = tickField("closed: one more roll leads back to the start", (ticked) => {
    // A closed tour ends where it starts.
    if (ticked) editor.state.dice[0].goal = openEnd();
    set({ closed: ticked, ...(ticked ? {} : { restore: false }) });
    editor.show();
    restore.control.disabled = !ticked;
    restore.control.checked &&= ticked;
  });
  const restore = tickField("and the die is as it started", (ticked) => set({ restore: ticked }));
  const editor = new RollingEditor({
    puzzle: "die-tour",
    tools: [{ value: "goal0", name: "goal", key: "g" }, ...LABELS],
    openStart: true,
    goal: true,
    openGoal: true,
    fields: [objective, total, never, between, closed, restore].map((field) => field.element),
    showFields: (state) => {
      objective.control.value = state.objective || "max";
      total.control.value = state.total;
      never.control.value = state.never;
      between.control.value = state.neverBetween;
      closed.control.checked = state.closed;
      restore.control.checked = state.restore;
      restore.control.disabled = !state.closed;
    },
    places: {
      objective: objective.place,
      "tour.total": total.place,
      "tour.never": never.place,
      "tour.never-between": between.place,
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
