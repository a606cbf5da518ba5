import assert from "node:assert/strict";
import { test } from "node:test";
import { load, randomness } from "./load.mjs";

const { Guidance } = await load("guidance.js");

test("a message is shown after three equal judgements in a row", () => {
  const guidance = new Guidance();
  assert.equal(guidance.judge("FACE_TOO_FAR", 0), false);
  assert.equal(guidance.judge("FACE_TOO_FAR", 200), false);
  assert.equal(guidance.judge("FACE_ON_LEFT", 400), false);
  assert.equal(guidance.judge("FACE_TOO_FAR", 600), false);
  assert.equal(guidance.judge("FACE_TOO_FAR", 800), false);
  assert.equal(guidance.shown, null);
  assert.equal(guidance.judge("FACE_TOO_FAR", 1000), true);
  assert.equal(guidance.shown, "FACE_TOO_FAR");
});

test("a message stays for 1.2 seconds, and gives way at once after that", () => {
  const guidance = new Guidance();
  for (const now of [0, 200, 400]) guidance.judge("FACE_TOO_FAR", now);
  for (const now of [600, 800, 1000, 1200, 1400]) assert.equal(guidance.judge("COMPLIANT_IMAGE", now), false);
  assert.equal(guidance.judge("COMPLIANT_IMAGE", 1600), true);
  assert.equal(guidance.shown, "COMPLIANT_IMAGE");
});

test("one deviating judgement changes nothing", () => {
  const guidance = new Guidance();
  for (const now of [0, 200, 400]) guidance.judge("TOO_MUCH_BLUR", now);
  for (let now = 2000; now < 9000; now += 200) {
    assert.equal(guidance.judge(now % 1000 === 0 ? "FACE_ON_LEFT" : "TOO_MUCH_BLUR", now), false);
  }
  assert.equal(guidance.shown, "TOO_MUCH_BLUR");
});

test("what is not known takes the message away, and the next needs no wait for the one before", () => {
  const guidance = new Guidance();
  for (const now of [0, 200, 400]) guidance.judge("FACE_TOO_FAR", now);
  guidance.forget();
  assert.equal(guidance.shown, null);
  for (const now of [600, 800]) assert.equal(guidance.judge("FACE_TOO_CLOSE", now), false);
  assert.equal(guidance.judge("FACE_TOO_CLOSE", 1000), true);
});

test("whatever is judged, no message changes sooner than 1.2 seconds after the one before", () => {
  const seed = 20_261_126;
  const random = randomness(seed);
  const guidance = new Guidance();
  let [last, changes] = [-Infinity, 0];
  for (let now = 0; now < 600_000; now += 100 + random() * 400) {
    if (guidance.judge(["A", "B", "COMPLIANT_IMAGE"][Math.floor(random() * 3)], now)) {
      assert.ok(now - last >= 1200, `seed ${seed}: changed ${now - last} ms after the last change`);
      [last, changes] = [now, changes + 1];
    }
  }
  assert.ok(changes > 10, `seed ${seed}: ${changes} changes`);
});
