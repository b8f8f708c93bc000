// The editor of die paths.
import { choiceField, numberField, selectField, tickField } from "./fields.js";
import { LABELS, RollingEditor } from "./rolling_editor.js";
import { exampleRolling, typedFaces } from "./rolling_model.js";

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createDiePathEditor(changed) {
  const places = [
    { value: "board", name: "board" },
    { value: "plane", name: "plane without edges" },
  ];
  /** The board, while there is none. */
  let left = exampleRolling("die-path").board;
  const where = choiceField("Where", places, (value) => {
    const { board } = editor.state;
    editor.state.board = value === "board" ? left : null;
    left = board ?? left;
    // Two dice need a board.
    if (!editor.state.board && editor.state.dice.length > 1) editor.setTwoDice(false);
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
  const objective = selectField("Wanted", sums, (value) => {
    editor.state.objective = value === "rolls" ? "" : value;
  });
  objective.control.addEventListener("change", changed);
  const ways = /** @type {[string, string][]} */ (["NESW", "ES", "NE", "SW", "NW"].map((letters) => [letters, [...letters].join(" ")]));
  const directions = selectField("Rolls", ways, (value) => setPath("directions", value === "NESW" ? undefined : value));
  directions.control.addEventListener("change", changed);
  const never = numberField("Never on top (faces)", (typed) => {
    const faces = typedFaces(typed);
    setPath("never", faces.length ? faces : undefined);
    changed();
  });
  const gates = tickField("labels are gates: on top before the die enters", (ticked) => {
    if (editor.state.board) editor.state.board.labels = ticked ? "gate" : "";
    changed();
  });
  const round = tickField("a round trip", (ticked) => {
    setPath("round-trip", ticked || undefined);
    // It ends where it starts.
    if (ticked) editor.state.dice[0].goal.cell = null;
    editor.show();
    changed();
  });
  const editor = new RollingEditor({
    puzzle: "die-path",
    tools: [
      { value: "goal0", name: "goal", key: "g" },
      { value: "start1", name: "start 2" },
      { value: "goal1", name: "goal 2" },
      ...LABELS,
    ],
    openStart: false,
    goal: true,
    openGoal: true,
    fields: [where, objective, directions, never, gates, round, two].map((field) => field.element),
    showFields: (state) => {
      where.set(state.board ? "board" : "plane");
      two.control.checked = state.dice.length > 1;
      objective.control.value = state.objective || "rolls";
      directions.control.value = state.path?.directions ?? "NESW";
      never.control.value = state.path?.never?.join(" ") ?? "";
      gates.control.checked = state.board?.labels === "gate";
      round.control.checked = state.path?.["round-trip"] ?? false;
      // The plane takes none of them; what is left of a board can be taken away.
      for (const { control } of [two, gates]) control.disabled = !state.board;
      objective.control.disabled = !state.board && !state.objective;
      for (const { control } of [directions, never, round]) control.disabled = !state.board && !Object.keys(state.path ?? {}).length;
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
  /** @param {"directions"|"never"|"round-trip"} key @param {any} value */
  function setPath(key, value) {
    const path = { ...editor.state.path, [key]: value };
    if (value === undefined) delete path[key];
    editor.state.path = path;
  }
  return editor;
}
