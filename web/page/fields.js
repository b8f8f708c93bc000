// Parts of forms: labelled controls, each with a place for its message.
import { fill, make } from "./dom.js";

/** @import { FieldPlace } from "./types.js" */

/** A labelled control. @typedef {{ element: HTMLElement, control: HTMLElement, place: FieldPlace }} Labelled */

let fieldNumber = 0;

/**
 * A control with its label, and below it the place for a message.
 * @template {HTMLElement} T
 * @param {string} label
 * @param {T} control
 */
export function labelled(label, control) {
  fieldNumber += 1;
  control.id ||= `field-${fieldNumber}`;
  const slot = make("div", { class: "slot" });
  const element = make("div", { class: "field" }, make("label", { for: control.id }, label), control, slot);
  return { element, control, place: { element: control, slot } };
}

/**
 * A field for a whole number, or whatever is typed in its place.
 * @param {string} label
 * @param {(typed: string) => void} changed
 * @param {"oninput"|"onchange"} [when] at each key, or when Enter is pressed or the field is left
 */
export function numberField(label, changed, when = "oninput") {
  const control = make("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    class: "number",
    [when]: () => changed(control.value),
  });
  return labelled(label, control);
}

/**
 * Fields for a few numbers that belong together.
 * @param {string[]} names
 * @param {(index: number, typed: string) => void} changed
 */
export function numberFields(names, changed) {
  const fields = names.map((name, index) => numberField(name, (typed) => changed(index, typed)));
  return {
    element: make("div", { class: "pair" }, ...fields.map((field) => field.element)),
    place: fields[0].place,
    /** @param {unknown[]} values */
    show(values) {
      fields.forEach(({ control }, index) => {
        control.value = String(values[index] ?? "");
      });
    },
  };
}

/** Whether a button of the mouse is pressed. */
let isPressed = false;
/** The longest wait for its release, in milliseconds. */
const RELEASE = 500;
for (const event of ["mousedown", "mouseup"]) {
  globalThis.document?.addEventListener(event, () => (isPressed = event === "mousedown"), true);
}

/**
 * A field for a number of columns or rows, which is applied when it is entered or left: its first digit alone would cut the board.
 * @param {string} label
 * @param {(typed: string) => void} changed
 */
export function sizeField(label, changed) {
  /** @param {string} typed */
  function applied(typed) {
    if (!isPressed) return changed(typed);
    // It was left by the mouse: what is under the mouse must not move away before the click is made.
    let isApplied = false;
    const apply = () => {
      if (!isApplied) changed(typed);
      isApplied = true;
    };
    document.addEventListener("mouseup", apply, { capture: true, once: true });
    setTimeout(apply, RELEASE);
  }
  return numberField(label, applied, "onchange");
}

/**
 * A field to choose one of a few values from.
 * @param {string} label
 * @param {[value: string, name: string][]} options
 * @param {(value: string) => void} changed
 */
export function selectField(label, options, changed) {
  const control = make("select", { onchange: () => changed(control.value) }, ...optionsOf(options));
  return labelled(label, control);
}

/** @param {[value: string, name: string][]} options */
export function optionsOf(options) {
  return options.map(([value, name]) => make("option", { value }, name));
}

/** A box to tick. @param {string} label @param {(ticked: boolean) => void} changed */
export function tickField(label, changed) {
  const control = make("input", { type: "checkbox", onchange: () => changed(control.checked) });
  const slot = make("div", { class: "slot" });
  const element = make("div", { class: "field tick" }, make("label", {}, control, " ", label), slot);
  return { element, control, place: { element: control, slot } };
}

/** One of a few choices; `key` does the same on a cell.
 * @typedef {{ value: string, name: string, title?: string, key?: string, picture?: Node }} Choice */

/**
 * A row of choices, one of which is taken: radio buttons that look like buttons.
 * @param {string} label
 * @param {Choice[]} choices
 * @param {(value: string) => void} changed
 */
export function choiceField(label, choices, changed) {
  fieldNumber += 1;
  const group = `choice-${fieldNumber}`;
  const row = make("div", { class: "choices" });
  /** @type {HTMLInputElement[]} */
  let inputs = [];
  /** @type {HTMLElement[]} */
  let labels = [];
  let shown = "";
  /** Shows these choices; the same ones keep the focus. @param {Choice[]} offered */
  function offer(offered) {
    const words = JSON.stringify(offered.map(({ value, name }) => [value, name]));
    if (words === shown) return;
    shown = words;
    inputs = offered.map(({ value, title }) =>
      make("input", { type: "radio", name: group, value, "aria-label": title, onchange: () => changed(value) }),
    );
    labels = offered.map(({ name, title, key, picture }, index) =>
      make("label", { class: "choice", title }, inputs[index], make("span", {}, picture, name, key && make("kbd", {}, key))),
    );
    fill(row, ...labels);
  }
  offer(choices);
  const slot = make("div", { class: "slot" });
  const element = make("fieldset", { class: "field" }, make("legend", {}, label), row, slot);
  return {
    element,
    place: { element, slot },
    /** @param {string} value */
    set(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
    offer,
    /** Shows only some of the choices. @param {(value: string) => boolean} wanted */
    filter(wanted) {
      inputs.forEach((input, index) => {
        labels[index].hidden = !wanted(input.value);
      });
    },
  };
}
