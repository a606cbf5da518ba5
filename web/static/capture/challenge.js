/* A capture of the face that answers a challenge: movements or colours, each in its time. Only who is asked loads it. */
import { pause } from "./camera.js";
import { record } from "./face.js";
import { announce, element, list, word } from "./screens.js";
import * as stage from "./stage.js";

/** Milliseconds: how long after its end the last step may be shown. */
const GRACE = 500;
/** Ten frames a second and more, as blinks need. */
const INTERVAL = 75;
const MOST_FRAMES = 88;
/** Pixels, of the shorter side of a frame. */
const SIDE = 480;

/** Frames of what is asked for: straight ahead for its lead-in, then step after step. */
export async function take({ kind, leadIn, steps }, { leastFrames, turnInDegrees }, signal) {
  await foretell(kind, steps);
  const milliseconds = steps.reduce((sum, { duration }) => sum + duration, leadIn) + GRACE;
  const count = Math.min(MOST_FRAMES, Math.round(milliseconds / INTERVAL));
  const plan = { count, leastFrames, turnInDegrees, milliseconds, side: SIDE };
  return record(plan, signal, (elapsed, isTurned) => {
    let end = leadIn;
    const prompt = elapsed < leadIn ? undefined : steps.find(({ duration }) => elapsed < (end += duration))?.prompt;
    const turn = /^turn/.test(prompt) ? prompt.slice(4).toLowerCase() : "";
    stage.mark({ taking: true, turn, light: kind === "light" ? prompt : "" });
    const there = turn && isTurned ? "TURN_ENOUGH" : prompt;
    stage.say(kind === "light" || !prompt ? "LOOK_AHEAD" : there, true);
  });
}

/** Says what will be asked, for who listens or reads slowly. */
async function foretell(kind, steps) {
  const codes = kind === "light" ? ["COLOURS_COME"] : steps.map(({ prompt }) => prompt);
  const sentences = codes.map((code) => word(code, "capturing"));
  list("foretold", sentences);
  stage.mark({ good: true, taking: true });
  stage.say("IN_THIS_ORDER");
  announce(sentences.join(". "));
  await pause(1500 + 1000 * codes.length);
  element("foretold").hidden = true;
}
