// The editor of labeled boards.
import { selectField, tickField } from "./fields.js";
import { LABELS, RollingEditor } from "./rolling_editor.js";
import { openEnd } from "./rolling_model.js";

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createLabeledBoardEditor(changed) {
  const wanted = /** @type {[string, string][]} */ ([
    ["min", "the fewest rolls"],
    ["any", "any solution"],
  ]);
  const objective = selectField("Wanted", wanted, (value) => set({ objective: value }));
  const closed = tickField("closed: the last roll leads back to the start", (ticked) => {
    set({ closed: ticked, ...(ticked ? {} : { restore: false }) });
    // A closed tour ends where it starts.
    if (ticked) editor.state.dice[0].goal = openEnd();
    editor.show();
    changed();
  });
  const restore = tickField("and the die is as it started", (ticked) => {
    set({ restore: ticked });
    changed();
  });
  const editor = new RollingEditor({
    puzzle: "labeled-board",
    tools: [{ value: "goal0", name: "goal", key: "g" }, ...LABELS],
    openStart: true,
    goal: true,
    openGoal: true,
    fields: [objective.element, closed.element, restore.element],
    showFields: (state) => {
      objective.control.value = state.objective || "min";
      closed.control.checked = state.closed;
      restore.control.checked = state.restore;
      restore.control.disabled = !state.closed;
    },
    places: { objective: objective.place, "tour.closed": closed.place, "tour.restore-orientation": restore.place },
    changed,
  });
  objective.control.addEventListener("change", changed);
  /** @param {Partial<typeof editor.state>} values */
  function set(values) {
    Object.assign(editor.state, values);
  }
  return editor;
}
