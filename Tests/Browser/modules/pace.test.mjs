import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { Pace } = await load("pace.js");

/** Which frames a camera's are kept that come at some times; `writing` tells how many are being compressed then. */
function kept(pace, times, writing = () => 0) {
  return times.filter((time) => pace.keeps(time, writing(time)));
}

const every = (milliseconds, until) => Array.from({ length: Math.floor(until / milliseconds) + 1 }, (_, n) => n * milliseconds);

test("of a quick camera as many frames are kept as are wanted, evenly, and the device is not behind", () => {
  const pace = new Pace(14, 2600);
  const times = kept(pace, every(33, 2700));
  assert.equal(times.length, 14);
  times.slice(1).forEach((time, index) => assert.ok(Math.abs(time - times[index] - 200) <= 33, `${time}`));
  assert.equal(pace.isBehind, false);
});

test("a slow camera gives few frames, and that is not the device's fault", () => {
  const pace = new Pace(14, 2600);
  assert.equal(kept(pace, every(450, 2600)).length, 6);
  assert.equal(pace.isBehind, false);
});

test("a device that compresses too slowly leaves out frames that it had", () => {
  const pace = new Pace(14, 2600);
  const times = kept(pace, every(33, 2700), (time) => (time > 500 && time < 1500 ? 3 : 1));
  assert.ok(times.length < 14);
  assert.equal(pace.isBehind, true);
});

test("a frame that is kept a little later was not left out", () => {
  const pace = new Pace(14, 2600);
  assert.equal(kept(pace, every(33, 2700), (time) => (time >= 396 && time < 440 ? 3 : 1)).length, 14);
  assert.equal(pace.isBehind, false);
});

test("of a still one frame is kept, the first that can be", () => {
  const pace = new Pace(1, 0);
  assert.deepEqual(kept(pace, [0, 33, 66], (time) => (time < 30 ? 3 : 0)), [33]);
  assert.equal(pace.isBehind, false);
});
