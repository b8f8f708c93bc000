// The editors of die tours and of labeled boards, both of which may be closed.
import { put, typedFaces, typedNumber } from "./draft.js";
import { numberField, selectField, tickField } from "./fields.js";
import { LABELS, RollingEditor } from "./rolling_editor.js";

/** @import { Draft, Editor, FieldPlace } from "./types.js" */

/**
 * @param {Draft} draft
 * @param {() => void} changed
 * @param {[value: string, name: string][]} wanted the first one is what is wanted if nothing is said
 * @param {string} closing what a closed tour is
 * @param {(set: (path: string, value: unknown) => void) => { path: string, field: ReturnType<typeof numberField> }[]} more fields of the puzzle
 */
function createTourEditor(draft, changed, wanted, closing, more) {
  /** @param {string} path @param {unknown} value */
  const set = (path, value) => {
    put(editor.draft, path, value);
    changed();
  };
  const objective = selectField("Wanted", wanted, (value) => set("objective", value));
  const closed = tickField(`closed: ${closing}`, (ticked) => {
    put(editor.draft, "tour.closed", ticked);
    // A closed tour ends where it starts.
    if (ticked) delete editor.draft.goal;
    else put(editor.draft, "tour.restore-orientation", false);
    editor.show();
    changed();
  });
  const restore = tickField("and the die is as it started", (ticked) => set("tour.restore-orientation", ticked));
  const fields = more(set);
  const places = /** @type {Record<string, FieldPlace>} */ (Object.fromEntries(fields.map(({ path, field }) => [path, field.place])));
  const editor = new RollingEditor({
    draft,
    tools: LABELS,
    openStart: true,
    fields: [objective, ...fields.map(({ field }) => field), closed, restore].map((field) => field.element),
    showFields: ({ objective: value, tour = {} }) => {
      objective.control.value = value ?? wanted[0][0];
      for (const { path, field } of fields) field.control.value = [tour[path.replace("tour.", "")] ?? []].flat().join(" ");
      closed.control.checked = tour.closed ?? false;
      restore.control.checked = tour["restore-orientation"] ?? false;
      restore.control.disabled = !tour.closed;
    },
    places: { objective: objective.place, ...places, "tour.closed": closed.place, "tour.restore-orientation": restore.place },
    changed,
  });
  editor.show();
  return editor;
}

/** @param {Draft} draft @param {() => void} changed @returns {Editor} */
export function createDieTourEditor(draft, changed) {
  const wanted = /** @type {[string, string][]} */ ([["max", "largest sum"], ["min", "smallest sum"], ["any", "any tour"]]);
  return createTourEditor(draft, changed, wanted, "one more roll leads back to the start", (set) => {
    /** @param {string} path @param {string} label @param {(typed: string) => unknown} [read] */
    const field = (path, label, read = typedFaces) => ({ path, field: numberField(label, (typed) => set(path, read(typed))) });
    return [
      field("tour.total", "Only this sum (empty: any)", (typed) => typedNumber(typed.trim())),
      field("tour.never", "Never on top (faces)"),
      field("tour.never-between", "On top at the ends only (faces)"),
    ];
  });
}

/** @param {Draft} draft @param {() => void} changed @returns {Editor} */
export function createLabeledBoardEditor(draft, changed) {
  const wanted = /** @type {[string, string][]} */ ([["min", "the fewest rolls"], ["any", "any solution"]]);
  return createTourEditor(draft, changed, wanted, "the last roll leads back to the start", () => []);
}
