import assert from "node:assert/strict";
import { test } from "node:test";

/** Whatever is asked of an element, it does, and shows nothing. */
const element = () => new Proxy({
  dataset: {}, style: { setProperty() {} }, textContent: "",
  classList: { toggle() {}, add() {} }, addEventListener() {}, setAttribute() {},
  offsetHeight: 200, getBoundingClientRect: () => ({ width: 320, height: 640 }),
}, { set: (target, name, value) => ((target[name] = value), true) });

/** Always the same for an id. */
const elements = new Map();
const byID = (id) => {
  if (!elements.has(id)) elements.set(id, element());
  return elements.get(id);
};

let clock = 0;
globalThis.document = {
  title: "", getElementById: byID, createElement: element, querySelector: () => null, querySelectorAll: () => [],
  addEventListener() {},
};
globalThis.addEventListener = () => {};
globalThis.performance.now = () => clock;
// Time passes by waiting alone.
globalThis.setTimeout = (resolve, milliseconds) => {
  clock += milliseconds ?? 0;
  queueMicrotask(resolve);
};

const { load } = await import("./load.mjs");
const { guide } = await load("stage.js");

/** Runs the guidance before a face that is never right. @returns how often it was looked at, and how it ended. */
async function left(code, each = () => {}) {
  let looks = 0;
  const begun = clock;
  const look = async () => {
    looks += 1;
    each(clock - begun);
    return { code, light: 128, lamp: false };
  };
  const options = { good: "COMPLIANT_IMAGE", wish: "FACE_WANTED", isPaused: () => false };
  const error = await guide(look, options, new AbortController().signal).catch((error) => error);
  return { looks, end: error?.message, milliseconds: clock - begun };
}

test("a page that is left alone looks for a minute, and then the camera is paused until a tap", async () => {
  const { looks, end, milliseconds } = await left("NO_FACE_DETECTED");
  assert.equal(end, "paused");
  assert.ok(milliseconds > 60_000 && milliseconds < 61_000, `${milliseconds} ms`);
  assert.ok(looks < 300, `${looks} previews`);
});

test("a face that is right is taken long before", async () => {
  const { end, milliseconds } = await left("COMPLIANT_IMAGE");
  assert.equal(end, undefined);
  assert.ok(milliseconds < 5000, `${milliseconds} ms`);
});

test("who has not come on for fifteen seconds is shown how, once, and not before", async () => {
  byID("help").hidden = true;
  byID("help").innerText = "Camera at eye level";
  const said = [];
  let shownAt = null;
  await left("NO_FACE_DETECTED", (milliseconds) => {
    if (!byID("help").hidden) shownAt ??= milliseconds;
    said.push(byID("polite").textContent);
  });
  assert.ok(shownAt > 15_000 && shownAt < 16_000, `${shownAt} ms`);
  assert.equal(said.filter((text, index) => text !== said[index - 1] && text === "Camera at eye level").length, 1);
});
