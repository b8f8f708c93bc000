// The editor of die paths.
import { diceOf, put, resizedRows, typedFaces } from "./draft.js";
import { choiceField, numberField, selectField, tickField } from "./fields.js";
import { LABELS, RollingEditor } from "./rolling_editor.js";

/** @import { Draft, Editor } from "./types.js" */

/** @param {Draft} draft @param {() => void} changed @returns {Editor} */
export function createDiePathEditor(draft, changed) {
  const places = [{ value: "board", name: "board" }, { value: "plane", name: "plane without edges" }];
  /** @param {string} path @param {unknown} value */
  const set = (path, value) => {
    put(editor.draft, path, value);
    changed();
  };
  /** The board, while there is none. @type {Draft} */
  let left = { columns: 5, rows: 5, cells: resizedRows([], 5, 5, ".") };
  const where = choiceField("Where", places, (value) => {
    const { board } = editor.draft;
    put(editor.draft, "board", value === "board" ? left : undefined);
    left = board ?? left;
    // Two dice need a board.
    if (!editor.draft.board && editor.draft.dice) editor.setTwoDice(false);
    editor.show();
    changed();
  });
  const two = tickField("two dice, which never share a cell", (ticked) => editor.setTwoDice(ticked));
  const sums = /** @type {[string, string][]} */ ([
    ["rolls", "the fewest rolls"],
    ["min-tops", "the smallest sum on top"],
    ["max-tops", "the largest sum on top"],
    ["min-bottoms", "the smallest sum at the bottom"],
    ["max-bottoms", "the largest sum at the bottom"],
  ]);
  const objective = selectField("Wanted", sums, (value) => set("objective", value === "rolls" ? "" : value));
  const ways = /** @type {[string, string][]} */ (["NESW", "ES", "NE", "SW", "NW"].map((letters) => [letters, [...letters].join(" ")]));
  const directions = selectField("Rolls", ways, (value) => set("path.directions", value === "NESW" ? "" : value));
  const never = numberField("Never on top (faces)", (typed) => set("path.never", typedFaces(typed)));
  const gates = tickField("labels are gates: on top before the die enters", (ticked) => set("board.labels", ticked ? "gate" : ""));
  const round = tickField("a round trip", (ticked) => {
    put(editor.draft, "path.round-trip", ticked);
    // It ends where it starts; another path has to say that it may end anywhere.
    const [die] = diceOf(editor.draft);
    if (ticked) put(die, "goal.cell", undefined);
    else die.goal ??= {};
    editor.show();
    changed();
  });
  const editor = new RollingEditor({
    draft,
    tools: [{ value: "start1", name: "start 2" }, { value: "goal1", name: "goal 2" }, ...LABELS],
    openStart: false,
    stated: true,
    fields: [where, objective, directions, never, gates, round, two].map((field) => field.element),
    showFields: ({ board, dice, objective: wanted, path = {} }) => {
      where.set(board ? "board" : "plane");
      two.control.checked = dice !== undefined;
      objective.control.value = wanted ?? "rolls";
      directions.control.value = path.directions ?? "NESW";
      never.control.value = path.never?.join(" ") ?? "";
      gates.control.checked = board?.labels === "gate";
      round.control.checked = path["round-trip"] ?? false;
      // The plane takes none of them; what is left of a board can be taken away.
      for (const { control } of [two, gates]) control.disabled = !board;
      objective.control.disabled = !board && !wanted;
      for (const { control } of [directions, never, round]) control.disabled = !board && !Object.keys(path).length;
    },
    places: {
      dice: two.place,
      objective: objective.place,
      "path.directions": directions.place,
      "path.never": never.place,
      "board.labels": gates.place,
      "path.round-trip": round.place,
    },
    changed,
  });
  editor.show();
  return editor;
}
