// The editor of die paths.
import { choiceField, tickField } from "./fields.js";
import { RollingEditor } from "./rolling_editor.js";
import { exampleRolling } from "./rolling_model.js";

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
  const editor = new RollingEditor({
    puzzle: "die-path",
    tools: [
      { value: "goal0", name: "goal", key: "g" },
      { value: "start1", name: "start 2" },
      { value: "goal1", name: "goal 2" },
    ],
    openStart: false,
    goal: true,
    openGoal: false,
    fields: [where.element, two.element],
    showFields: (state) => {
      where.set(state.board ? "board" : "plane");
      two.control.checked = state.dice.length > 1;
      two.control.disabled = !state.board;
    },
    places: { dice: two.place },
    changed,
  });
  return editor;
}
