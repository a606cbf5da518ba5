import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { Voice } = await load("voice.js");

/** Speaks on a clock of its own. */
function spoken() {
  const timers = new Map();
  let [now, number] = [0, 0];
  globalThis.performance.now = () => now;
  globalThis.setTimeout = (call, milliseconds) => {
    number += 1;
    timers.set(number, { call, at: now + milliseconds });
    return number;
  };
  globalThis.clearTimeout = (timer) => timers.delete(timer);
  const said = [];
  const voice = new Voice((text, isUrgent) => said.push([now, text, isUrgent]));
  const until = (end) => {
    for (;;) {
      const [timer, { call, at } = {}] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (timer === undefined || at > end) break;
      timers.delete(timer);
      now = Math.max(now, at);
      call();
    }
    now = end;
  };
  return { voice, said, until };
}

test("of what is not urgent the newest is said, one sentence every two seconds", () => {
  const { voice, said, until } = spoken();
  for (const [at, text] of [[0, "a"], [300, "b"], [900, "c"], [1500, "d"], [2100, "e"]]) {
    until(at);
    voice.say(text);
  }
  until(10_000);
  assert.deepEqual(said, [[0, "a", false], [2000, "d", false], [4000, "e", false]]);
});

test("what is urgent is said at once and drops what waits", () => {
  const { voice, said, until } = spoken();
  voice.say("closer");
  until(100);
  voice.say("hold still");
  until(700);
  voice.say("the session ends", true);
  until(10_000);
  assert.deepEqual(said, [[0, "closer", false], [700, "the session ends", true]]);
});

test("nothing is said on top of what is urgent", () => {
  const { voice, said, until } = spoken();
  voice.say("no connection", true);
  until(50);
  voice.say("closer");
  until(1999);
  assert.deepEqual(said, [[0, "no connection", true]]);
  until(2000);
  assert.deepEqual(said.at(-1), [2000, "closer", false]);
});

test("two urgent sentences are not said in one breath, and none of them is lost where it is the last", () => {
  const { voice, said, until } = spoken();
  voice.say("turn left", true);
  until(200);
  voice.say("far enough", true);
  voice.say("closer");
  until(300);
  voice.say("and back", true);
  until(10_000);
  assert.deepEqual(said, [[0, "turn left", true], [500, "and back", true]]);
});

test("what waits for a screen that is gone is not said", () => {
  const { voice, said, until } = spoken();
  voice.say("a");
  until(10);
  voice.say("b");
  voice.forget();
  until(10_000);
  assert.deepEqual(said, [[0, "a", false]]);
  voice.say("c");
  until(20_000);
  assert.deepEqual(said.at(-1), [10_000, "c", false]);
});
