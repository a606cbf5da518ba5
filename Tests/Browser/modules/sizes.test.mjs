import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { fitting, note, sides } = await load("sizes.js");

const image = { frames: [{ data: "x".repeat(21_500) }] };
const answered = (milliseconds, isAnswered = true) => note(image, performance.now() - milliseconds, isAnswered);

/** Previews over a connection of so many kilobits a second. */
function previews(kilobits, count = 3) {
  for (let number = 0; number < count; number += 1) answered((21_500 * 8) / kilobits + 80);
}

/** Seconds for frames of so many bytes at 0.92, written so, as base64 twice. */
function seconds(kilobits, bytes, count, { quality, scale }) {
  const share = { 0.92: 1, 0.85: 0.72, 0.75: 0.52, 0.7: 0.45, 0.6: 0.36 }[quality] * scale ** 2;
  return (((bytes * count * share * 16) / 9) * 8) / (kilobits * 1000);
}

test("frames of any size are written so that their package fits 8 MiB", () => {
  for (const count of [1, 14, 15, 88]) {
    for (const kilobytes of [20, 60, 103, 250, 400, 900]) {
      const { quality, scale } = fitting(kilobytes * 1000, count, 720);
      assert.ok(quality >= 0.6 && quality <= 0.92 && scale >= 0.6 && scale <= 1);
    }
  }
  assert.deepEqual(fitting(250_000, 14, 720), { quality: 0.92, scale: 1 });
  assert.ok(fitting(400_000, 14, 720).quality < 0.92);
});

test("nothing is left out before anything is known, nor over a good connection", () => {
  for (const kilobits of [null, 2000, 20_000]) {
    if (kilobits) previews(kilobits);
    assert.deepEqual(sides(), []);
    assert.deepEqual(fitting(59_000, 14, 720), { quality: 0.92, scale: 1 });
  }
});

test("over a poor connection no more is sent than it carries in time, and no less than is looked at", () => {
  for (const kilobits of [100, 200, 400, 700]) {
    previews(kilobits);
    assert.deepEqual(sides(), [320, 480]);
    for (const side of [480, 540, 600, 720]) {
      const size = fitting(59_000, 14, side);
      assert.ok(size.quality >= 0.7 && side * size.scale >= 480, `${kilobits}, ${side}`);
      const isLeast = size.quality === 0.7 && side * 0.67 < 480 * 1.2;
      assert.ok(isLeast || seconds(kilobits, 59_000, 14, size) <= 6.5, `${kilobits}, ${side}`);
    }
  }
  previews(400);
  assert.deepEqual(fitting(59_000, 14, 720), { quality: 0.7, scale: 0.67 });
  assert.deepEqual(fitting(59_000, 14, 480), { quality: 0.7, scale: 1 });
});

test("one late answer makes no poor connection, and a connection that gets better is used", () => {
  previews(20_000);
  answered(2400);
  assert.deepEqual(sides(), []);
  previews(400);
  assert.deepEqual(sides(), [320, 480]);
  previews(20_000, 1);
  assert.deepEqual(sides(), []);
});

test("what is not answered in time tells of a poor connection, and what is refused at once of none", () => {
  for (let number = 0; number < 3; number += 1) answered(2500, false);
  assert.deepEqual(sides(), [320, 480]);
  previews(20_000);
  for (let number = 0; number < 3; number += 1) answered(30, false);
  assert.deepEqual(sides(), []);
});

test("what has to fit 8 MiB is made smaller than what is looked at, where nothing else helps", () => {
  previews(400);
  assert.deepEqual(fitting(900_000, 88, 720), { quality: 0.6, scale: 0.6 });
});
