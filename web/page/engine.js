export { Stopped, createEngine, data, licences } from "../engine/engine.js";
