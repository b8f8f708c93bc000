// What a player shows in space, as an SVG: its planes projected as the browser projects them, the farthest first. This module runs in the
// page. Curves are projected by their points, lettering by the plane at its middle. Coordinates are rounded, and fonts are not measured, so
// that a replay has the same drawing wherever the drawing is made.

/** @typedef {[number, number]} Point */
/** A command of a path with its points. @typedef {[name: string, ...points: Point[]]} Command */

/**
 * A plane in space, whose middle is its origin.
 * @typedef {object} Plane
 * @property {(at: Point) => Point} to from its units to pixels of the window
 * @property {number} width
 * @property {number} height
 * @property {number} shade how much darker it is than its colours
 */

/** The font of digits, as pictures can have it. */
const FONT = "Helvetica, Arial, sans-serif";
/** How much of the picture is left free. */
const MARGIN = 0.1;
/** The least distance of a Bézier curve from a quarter of a circle. */
const QUARTER = 0.5523;
/** The shadow of what stands on the floor. */
const SHADOW =
  '<radialGradient id="shadow"><stop offset=".45" stop-color="#1f2933" stop-opacity=".42"/><stop offset="1" stop-color="#1f2933" stop-opacity="0"/></radialGradient>';

/** @param {number} value @param {number} [digits] after the point */
function rounded(value, digits = 1) {
  return String(Math.round(value * 10 ** digits) / 10 ** digits + 0);
}

/** @param {Element} element */
function matrixOf(element) {
  return new DOMMatrix(/** @type {HTMLElement} */ (element).style.transform);
}

/** A colour in the shade; "none" if nothing is seen of it. @param {string} colour @param {number} shade */
function shaded(colour, shade) {
  const [red = 0, green = 0, blue = 0, opacity = 1] = (colour.match(/[\d.]+/g) ?? ["0", "0", "0", "0"]).map(Number);
  if (opacity === 0) return "none";
  const parts = [red, green, blue].map((part) => Math.round(part * (1 - shade)).toString(16).padStart(2, "0"));
  return `#${parts.join("")}`;
}

/** Right and down at a point of a plane, as vectors of the window. @param {Plane} plane @param {Point} at @returns {[Point, Point]} */
function axesAt({ to }, [x, y]) {
  const [west, east, north, south] = [to([x - 0.5, y]), to([x + 0.5, y]), to([x, y - 0.5]), to([x, y + 0.5])];
  return [
    [east[0] - west[0], east[1] - west[1]],
    [south[0] - north[0], south[1] - north[1]],
  ];
}

/** The area of a unit at a point, as it is seen; negative from behind. @param {Plane} plane @param {Point} [at] */
function areaAt(plane, at = [0, 0]) {
  const [right, down] = axesAt(plane, at);
  return right[0] * down[1] - right[1] * down[0];
}

/** @param {Plane} plane @param {Command[]} commands */
function pathOf(plane, commands) {
  return commands.map(([name, ...points]) => name + points.map((at) => plane.to(at).map((value) => rounded(value))).join(" ")).join("");
}

/** A rectangle with round corners. @param {number[]} place @returns {Command[]} */
function rectangle([west, north, width, height, r]) {
  const [east, south] = [west + width, north + height];
  if (r === 0) return [["M", [west, north]], ["L", [east, north], [east, south], [west, south]], ["Z"]];
  return [
    ["M", [west + r, north]],
    ["L", [east - r, north]],
    ["Q", [east, north], [east, north + r]],
    ["L", [east, south - r]],
    ["Q", [east, south], [east - r, south]],
    ["L", [west + r, south]],
    ["Q", [west, south], [west, south - r]],
    ["L", [west, north + r]],
    ["Q", [west, north], [west + r, north]],
    ["Z"],
  ];
}

/** @param {number[]} place @returns {Command[]} */
function circle([x, y, r]) {
  const k = QUARTER * r;
  return [
    ["M", [x + r, y]],
    ["C", [x + r, y + k], [x + k, y + r], [x, y + r]],
    ["C", [x - k, y + r], [x - r, y + k], [x - r, y]],
    ["C", [x - r, y - k], [x - k, y - r], [x, y - r]],
    ["C", [x + k, y - r], [x + r, y - k], [x + r, y]],
    ["Z"],
  ];
}

/** A path of straight lines, as the floor has it. @param {string} source @returns {Command[]} */
function straight(source) {
  /** @type {Point} */
  let at = [0, 0];
  return [...source.matchAll(/([MLHVh])([^MLHVh]*)/g)].map(([, name = "", numbers = ""]) => {
    const [a = 0, b = 0] = numbers.split(",").map(Number);
    at = name === "H" ? [a, at[1]] : name === "h" ? [at[0] + a, at[1]] : name === "V" ? [at[0], a] : [a, b];
    return [name === "M" ? "M" : "L", at];
  });
}

/** The outline of a shape in units of its SVG. @param {SVGElement} shape @returns {Command[]} */
function outlineOf(shape) {
  const numbers = (/** @type {string[]} */ ...names) => names.map((name) => Number(shape.getAttribute(name) ?? 0));
  if (shape.tagName === "rect") return rectangle(numbers("x", "y", "width", "height", "rx"));
  if (shape.tagName === "circle") return circle(numbers("cx", "cy", "r"));
  if (shape.tagName === "path") return straight(shape.getAttribute("d") ?? "");
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers("x1", "y1", "x2", "y2");
  return [["M", [x1, y1]], ["L", [x2, y2]]];
}

/**
 * @param {Plane} plane
 * @param {Point} at the middle of the text's base
 * @param {Record<string, string | number | undefined>} attributes
 * @param {string} text
 * @param {number} [turn] in degrees
 */
function lettering(plane, at, attributes, text, turn = 0) {
  const { a, b, c, d, e, f } = new DOMMatrix([...axesAt(plane, at).flat(), ...plane.to(at)]).rotate(turn);
  const matrix = [...[a, b, c, d].map((value) => rounded(value, 3)), rounded(e), rounded(f)].join(" ");
  return `<text transform="matrix(${matrix})"${written(attributes)}>${text}</text>`;
}

/** @param {Record<string, string | number | undefined>} attributes those that are undefined are left out */
function written(attributes) {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` ${name}="${value}"`).join("");
}

/** A shape of an SVG that lies on a plane. @param {Plane} plane in units of the SVG @param {SVGElement} shape */
function drawShape(plane, shape) {
  const style = getComputedStyle(shape);
  const [fill, stroke] = [shaded(style.fill, plane.shade), shaded(style.stroke, plane.shade)];
  if (style.visibility === "hidden" || (fill === "none" && stroke === "none")) return "";
  if (shape.tagName === "text") {
    const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(shape.getAttribute(name)));
    const weight = style.fontWeight === "400" ? undefined : style.fontWeight;
    return shape.textContent ? lettering(plane, [x, y], { "font-size": size, "font-weight": weight, fill }, shape.textContent) : "";
  }
  const outline = outlineOf(shape);
  const start = outline[0]?.[1];
  if (!start) return "";
  const unit = Math.sqrt(Math.abs(areaAt(plane, start)));
  const length = (/** @type {string} */ text) => rounded(Number.parseFloat(text) * unit);
  const round = style.strokeLinecap === "round" ? "round" : undefined;
  const line = {
    stroke,
    "stroke-width": length(style.strokeWidth),
    "stroke-linecap": round,
    "stroke-linejoin": round,
    "stroke-dasharray": style.strokeDasharray === "none" ? undefined : style.strokeDasharray.split(",").map(length).join(" "),
  };
  return `<path d="${pathOf(plane, outline)}"${written({ fill, ...(stroke === "none" ? {} : line) })}/>`;
}

/** The shapes of an SVG that fills a plane. @param {Plane} plane @param {SVGSVGElement} drawing */
function drawShapes(plane, drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  const [across, down] = [plane.width / width, plane.height / height];
  /** @type {Plane} */
  const own = { ...plane, to: ([x, y]) => plane.to([(x - width / 2) * across, (y - height / 2) * down]) };
  const shapes = /** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll("rect, circle, path, line, text"));
  return [...shapes].map((shape) => drawShape(own, shape));
}

/** A plane in one colour. @param {Plane} plane @param {string} colour @param {number} [inset] @param {number} [radius] */
function panel(plane, colour, inset = 0, radius = 0) {
  const [width, height] = [plane.width - 2 * inset, plane.height - 2 * inset];
  return `<path d="${pathOf(plane, rectangle([-width / 2, -height / 2, width, height, radius]))}" fill="${shaded(colour, plane.shade)}"/>`;
}

/** A digit of a Sudoku Cube. @param {Plane} plane @param {HTMLElement} sticker */
function drawSticker(plane, sticker) {
  const [style, inset] = [getComputedStyle(sticker), Number.parseFloat(getComputedStyle(sticker).borderTopWidth)];
  const [digit] = sticker.children;
  const { color, fontWeight } = getComputedStyle(digit);
  const { a, b } = matrixOf(digit);
  const size = Number.parseFloat(style.fontSize);
  const attributes = {
    dy: rounded(0.36 * size),
    fill: shaded(color, plane.shade),
    "font-size": size,
    "font-weight": fontWeight,
    "text-decoration": digit.matches(".underlined") ? "underline" : undefined,
  };
  return [
    panel(plane, style.backgroundColor, inset, Number.parseFloat(style.borderTopLeftRadius) - inset),
    lettering(plane, [0, 0], attributes, digit.textContent ?? "", (Math.atan2(b, a) * 180) / Math.PI),
  ];
}

/** What is on a face of a box or of a block. @param {Plane} plane @param {Element} face */
function drawFace(plane, face) {
  const drawing = face.querySelector("svg");
  if (drawing) return drawShapes(plane, drawing);
  const ground = panel(plane, getComputedStyle(face).backgroundColor);
  const sticker = /** @type {HTMLElement | null} */ (face.querySelector(".sticker"));
  return sticker ? [ground, ...drawSticker(plane, sticker)] : [ground];
}

/**
 * How the elements of a window lie.
 * @param {HTMLElement} pane
 * @returns {(element: Element, matrix: DOMMatrix) => Plane}
 */
function planesOf(pane) {
  const camera = /** @type {HTMLElement} */ (pane.querySelector(".camera"));
  const eye = Number.parseFloat(camera.style.perspective);
  const shift = matrixOf(camera);
  return (element, matrix) => {
    const { offsetWidth: width, offsetHeight: height } = /** @type {HTMLElement} */ (element);
    const shade = /** @type {HTMLElement | null} */ (element.querySelector(":scope > .shade"))?.style.opacity;
    return {
      to([x, y]) {
        const at = matrix.transformPoint({ x, y });
        const nearer = eye / (eye - at.z);
        return [pane.clientWidth / 2 + shift.e + at.x * nearer, pane.clientHeight / 2 + shift.f + at.y * nearer];
      },
      width,
      height,
      // A face that looks to the light has a shade below zero, which shows nothing.
      shade: Math.max(0, Number(shade ?? 0)),
    };
  };
}

/** @typedef {{ layer: number, distance: number, parts: string[] }} Drawn */

/**
 * What an element of the world shows: the floor, a shadow, a block's side, or a box with its faces.
 * @param {Element} element
 * @param {DOMMatrix} matrix
 * @param {ReturnType<typeof planesOf>} planeOf
 * @returns {Drawn}
 */
function drawElement(element, matrix, planeOf) {
  const own = planeOf(element, matrix);
  if (element.matches(".plate")) {
    return { layer: 0, distance: 0, parts: drawShapes(own, /** @type {SVGSVGElement} */ (element.firstElementChild)) };
  }
  if (element.matches(".shadow, .compass")) {
    // That of a box is as long as the box.
    const round = { ...own, to: (/** @type {Point} */ [x, y]) => own.to([x, (y * own.height) / own.width]) };
    return { layer: 1, distance: 0, parts: [`<path d="${pathOf(round, circle([0, 0, own.width / 2]))}" fill="url(#shadow)"/>`] };
  }
  /** @type {[Element, Plane][]} */
  const faces = element.matches(".face")
    ? [[element, own]]
    : [...element.children].map((face) => [face, planeOf(face, matrix.multiply(matrixOf(face)))]);
  const parts = faces.flatMap(([face, plane]) => (areaAt(plane) > 0 ? drawFace(plane, face) : []));
  // The eye is so far away that boxes are in the order of their middles.
  return { layer: 2, distance: -matrix.m43, parts };
}

/** The rectangle of all points of paths, in the shape of the window. @param {string} drawing @param {HTMLElement} pane */
function frameOf(drawing, { clientWidth: width, clientHeight: height }) {
  const points = [...drawing.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.max((right - left) / width, (bottom - top) / height) * (1 + MARGIN);
  const [w, h] = [width * scale, height * scale];
  return [(left + right - w) / 2, (top + bottom - h) / 2, w, h].map((value) => rounded(value));
}

/** Draws what is in the window of a player, on the window's ground. @param {HTMLElement} pane */
export function drawWindow(pane) {
  const world = /** @type {Element} */ (pane.querySelector(".world"));
  const [space, planeOf] = [matrixOf(world), planesOf(pane)];
  const drawn = [...world.children].map((element) => drawElement(element, space.multiply(matrixOf(element)), planeOf));
  drawn.sort((a, b) => a.layer - b.layer || b.distance - a.distance);
  const drawing = drawn.flatMap(({ parts }) => parts.filter((part) => part !== "")).join("\n");
  const [x, y, width, height] = frameOf(drawing, pane);
  const size = { viewBox: `${x} ${y} ${width} ${height}`, width: pane.clientWidth, height: pane.clientHeight };
  const ground = { x, y, width, height, rx: 10, fill: shaded(getComputedStyle(pane).backgroundColor, 0) };
  return `<svg xmlns="http://www.w3.org/2000/svg"${written({ ...size, "font-family": FONT, "text-anchor": "middle" })}>
<defs>${SHADOW}</defs>
<rect${written(ground)}/>
${drawing}
</svg>
`;
}
