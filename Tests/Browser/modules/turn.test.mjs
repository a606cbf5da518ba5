import assert from "node:assert/strict";
import { test } from "node:test";

/** Elements that keep what they are given; whatever else is asked of them, they do. */
const elements = new Map();
function element(id) {
  const classes = new Set();
  return new Proxy({
    dataset: {}, attributes: {}, style: { setProperty() {} }, videoWidth: 480, videoHeight: 640,
    classList: {
      toggle: (name, isOn = !classes.has(name)) => classes[isOn ? "add" : "delete"](name),
      contains: (name) => classes.has(name),
    },
    addEventListener() {}, getContext: () => ({ drawImage() {} }), toBlob: (resolve) => resolve(new Blob([id])),
    setAttribute(name, value) { this.attributes[name] = String(value); },
  }, { set: (target, name, value) => ((target[name] = value), true) });
}
const byID = (id) => {
  if (!elements.has(id)) elements.set(id, element(id));
  return elements.get(id);
};
globalThis.document = {
  title: "", getElementById: byID, createElement: element, querySelector: () => null, querySelectorAll: () => [],
  addEventListener() {},
};
globalThis.addEventListener = () => {};
globalThis.location = { origin: "https://onboarding.example" };

/** What the server answers, one after the other, with the milliseconds that it takes; the last again and again. */
let answers = [];
let [clock, asked] = [0, 0];
globalThis.performance.now = () => clock;
globalThis.XMLHttpRequest = class {
  open() {}
  setRequestHeader() {}
  getResponseHeader() { return null; }
  abort() {}
  send() {
    asked += 1;
    const { yaw, takes = 100, status = 200 } = answers.length > 1 ? answers.shift() : answers[0];
    clock += takes;
    this.status = status;
    const frame = { compliant: false, feedback: [], ...(yaw !== undefined && { yawInDegrees: yaw }) };
    this.responseText = JSON.stringify({ frameResults: [frame] });
    setImmediate(() => this.onloadend());
  }
};
// Time passes by waiting and by answers.
globalThis.setTimeout = (resolve, milliseconds) => {
  clock += milliseconds ?? 0;
  setImmediate(resolve);
};

const { load } = await import("./load.mjs");
const { follow, share } = await load("turn.js");
const [stage, line] = [byID("stage"), byID("turn-line")];

const settled = async (condition) => {
  for (let round = 0; round < 1_000_000 && !condition(); round += 1) await new Promise(setImmediate);
  assert.ok(condition());
};
/** Long enough for another request on the clock of the test. */
const idle = () => {
  const since = clock;
  return settled(() => clock > since + 2000);
};
const is = (name) => stage.classList.contains(name);
/** Begins to follow a turn to a side. */
function begin(given, side = "left", rest = 0) {
  [answers, asked] = [given, 0];
  stage.dataset.turn = side;
  stage.classList.toggle("is-back", false);
  const ends = new AbortController();
  return { ends, isTurned: follow({ wanted: 12, rest }, ends.signal) };
}

test("a turn counts away from the camera and away from the rest, to the side that was asked for", () => {
  const made = (yaw, rest, side) => share({ yaw, rest, wanted: 12, side });
  assert.equal(made(0, 0, "left"), 0);
  assert.equal(made(13, 0, "left"), 1);
  assert.equal(made(30, 0, "left"), 1);
  assert.equal(made(-30, 0, "left"), 0, "the other side");
  assert.equal(made(-13, 0, "right"), 1);
  assert.equal(made(13, 6, "left"), 7 / 13, "who looked aside before has turned less");
  assert.equal(made(6, -7, "left"), 6 / 13, "who looked to the other side is not far from the camera");
});

test("enough is never said of a turn that is told rounded up", () => {
  // 11.6 degrees are told as 12.
  assert.ok(share({ yaw: 12, rest: 0, wanted: 12, side: "left" }) < 1);
});

test("the arc grows with the head, and stays where it was enough", async () => {
  const { ends, isTurned } = begin([{ yaw: 2 }, { yaw: 6 }, { yaw: 13 }]);
  await settled(() => is("is-followed"));
  assert.equal(isTurned(), false);
  const lengths = new Set();
  await settled(() => {
    lengths.add(line.attributes["stroke-dasharray"]);
    return isTurned();
  });
  assert.ok(is("is-enough"));
  assert.deepEqual([...lengths].map((length) => Number(length.split(" ")[0]).toFixed(3)), ["0.000", "0.031", "0.092", "0.200"]);
  assert.equal(asked, 3);
  answers = [{ yaw: 0 }];
  await idle();
  assert.equal(isTurned(), true, "a head that goes back early has turned");
  assert.equal(asked, 3, "and nothing more is asked");
  ends.abort();
  assert.ok(!is("is-followed") && !is("is-enough"));
});

test("the arc to the left begins at the top too", async () => {
  const { ends } = begin([{ yaw: 6.5 }]);
  await settled(() => Number(line.attributes["stroke-dasharray"]?.split(" ")[0]) === 0.1);
  assert.equal(line.attributes["stroke-dashoffset"], "0.1");
  ends.abort();
  const other = begin([{ yaw: -6.5 }], "right");
  await settled(() => Number(line.attributes["stroke-dasharray"]?.split(" ")[0]) === 0.1);
  assert.equal(line.attributes["stroke-dashoffset"], "0");
  other.ends.abort();
});

test("another turn begins anew, and the way back has none", async () => {
  const { ends, isTurned } = begin([{ yaw: 20 }]);
  await settled(isTurned);
  stage.dataset.turn = "right";
  assert.equal(isTurned(), false);
  await settled(() => !is("is-enough"));
  assert.ok(is("is-followed"));
  stage.classList.toggle("is-back", true);
  await settled(() => !is("is-followed"));
  ends.abort();
});

test("where there is no face the arc stays", async () => {
  const { ends } = begin([{ yaw: 6.5 }, {}]);
  await settled(() => asked > 5);
  assert.ok(is("is-followed"));
  assert.equal(line.attributes["stroke-dasharray"], "0.1 0.9");
  ends.abort();
});

test("a server that is late or refuses is asked no more, and nothing is drawn", async () => {
  for (const late of [{ yaw: 6, takes: 1300 }, { status: 429 }, { status: 0 }]) {
    const { ends, isTurned } = begin([late]);
    await settled(() => asked === 1 && !is("is-followed"));
    assert.equal(asked, 1, JSON.stringify(late));
    assert.equal(isTurned(), false);
    ends.abort();
  }
});
