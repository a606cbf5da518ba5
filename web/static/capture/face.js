/* A capture of the face: the server's judgement of small frames guides, then come frames with their times. */
import { preview } from "./api.js";
import { eachFrame, jpeg, pause, pixels, video, whole } from "./camera.js";
import { base64OfBlob } from "./encoding.js";
import { EARLY, Pace } from "./pace.js";
import { brightness, grey } from "./quality.js";
import { left } from "./screens.js";
import { taken } from "./signals.js";
import * as stage from "./stage.js";

/** Milliseconds. */
const QUIET_AFTER = 1500;
const SHUTTER_AFTER = 10_000;
/** Between the word to turn and the first frame: who listens needs as long. */
const NOTICE = 900;
/** Pixels, of the longer side of a preview and the shorter of a frame. */
const PREVIEW_SIDE = 480;
const FULL_SIDE = 720;

/** `turn.js`, once it is there, and the yaw of the face before it turns. */
let [turning, rest] = [null, 0];
const loaded = () => import("./sizes.js").catch(() => null);

/** Resolves when the face is as it should be, or the shutter was pressed. */
export function guide(signal, isPaused) {
  const begun = performance.now();
  import("./turn.js").then((module) => (turning = module), () => {});
  let [failures, lamp, sizes] = [0, false, null];
  loaded().then((module) => (sizes = module));
  const look = async (quiet) => {
    const light = brightness(grey(pixels(whole(), 64)));
    const image = await previewOf(...(sizes?.sides() ?? []));
    const asked = performance.now();
    const late = setTimeout(quiet, QUIET_AFTER, lamp);
    const answer = await preview(image, signal);
    clearTimeout(late);
    sizes?.note(image, asked, answer);
    failures = answer ? 0 : failures + 1;
    rest = answer?.yawInDegrees ?? rest;
    if (failures > 2 || performance.now() - begun > SHUTTER_AFTER) stage.offer(true);
    const code = answer?.compliant ? "COMPLIANT_IMAGE" : answer?.feedback[0];
    // A screen that was made a lamp stays one.
    lamp = code !== "LIGHT_TOO_BRIGHT" && (lamp || code === "INSUFFICIENT_LIGHTING");
    return { code, light, lamp };
  };
  return stage.guide(look, { good: "COMPLIANT_IMAGE", wish: "FACE_WANTED", isPaused }, signal);
}

const scaleFor = (side) => Math.min(1, side / Math.min(video.videoWidth, video.videoHeight));

/** What the server is asked about a frame. @param side the longer one; `captured`: the shorter. */
export async function previewOf(side = PREVIEW_SIDE, captured = FULL_SIDE) {
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
  const sized = (by) => ({ width: Math.round(video.videoWidth * by), height: Math.round(video.videoHeight * by) });
  return {
    profile: { name: "face" },
    frames: [{ data: await base64OfBlob(await jpeg({ scale, quality: 0.7 })) }],
    resolutionPreview: sized(scale),
    resolutionCapture: sized(scaleFor(captured)),
  };
}

/** Frames evenly over a time in which the head turns to one side and back. @param turn `left` or `right`. */
export async function take({ frames, seconds, turn, ...plan }, signal) {
  const isStill = frames < 2;
  const move = (back, taking, isTurned) => {
    const side = back === (turn === "left") ? "right" : "left";
    const there = isTurned ? "TURN_ENOUGH" : turn === "left" ? "turnLeft" : "turnRight";
    stage.mark({ good: true, taking, back, turn: isStill ? "" : side });
    stage.say(isStill ? "HOLD_STILL" : back ? "TURN_BACK" : there, true);
  };
  move(false, false);
  await pause(NOTICE);
  const milliseconds = seconds * 1000;
  return record({ ...plan, count: frames, milliseconds, side: FULL_SIDE }, signal, (elapsed, isTurned) =>
    move(elapsed > milliseconds / 2, true, isTurned));
}

/** Takes frames. @param onTime is told the milliseconds since the first, and whether the head turned far enough. */
export async function record({ count, leastFrames, turnInDegrees, milliseconds, side }, signal, onTime) {
  const probe = await jpeg({ scale: scaleFor(side) });
  const shorter = Math.min(side, video.videoWidth, video.videoHeight);
  const { quality = 0.75, scale = 1 } = (await loaded())?.fitting(probe.size, count, shorter) ?? {};
  const size = { scale: scaleFor(side) * scale, quality };
  const pace = new Pace(count, milliseconds);
  const ends = new AbortController();
  const recorded = [];
  let [begun, writing] = [null, 0];
  taken(660);
  const isTurned = turning?.follow({ wanted: turnInDegrees, rest }, ends.signal);
  const finished = new Promise((resolve) => {
    // A picture that stops coming ends the capture with what is there.
    setTimeout(resolve, milliseconds + 2500);
    eachFrame(ends.signal, (time) => {
      begun ??= time;
      const elapsed = time - begun;
      stage.progress(milliseconds ? elapsed / milliseconds : 1);
      onTime(elapsed, isTurned?.());
      if (pace.keeps(elapsed, writing)) {
        writing += 1;
        recorded.push(jpeg(size).then((blob) => {
          writing -= 1;
          return { time, blob };
        }));
      }
      if (elapsed + EARLY >= milliseconds) resolve();
    });
  });
  await Promise.race([finished, left(signal)]).finally(() => ends.abort());
  taken(880);
  const frames = (await Promise.all(recorded)).filter(({ blob }) => blob);
  const isBusy = pace.isBehind || frames.length < recorded.length;
  // The server would refuse it.
  if (frames.length < leastFrames) {
    throw Object.assign(new Error(), { status: 400, reason: isBusy ? "DEVICE_BUSY" : "FRAMERATE_TOO_SLOW" });
  }
  return { frames, isBusy };
}

/** A package's text (`docs/package-format.md`, section 1). */
export async function packageText(recorded, workflow) {
  const inText = async ({ blob, time }) => ({ data: await base64OfBlob(blob), timestamp: Math.round(time) });
  const frames = await Promise.all(recorded.map(inText));
  return JSON.stringify({ video: { workflow_data: { workflow, rotation: 0, frames } } });
}
