export { Stopped, createEngine, data } from "../engine/engine.js";
