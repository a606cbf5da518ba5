/* The camera: one stream at a time, asked for inside a tap, stopped when it is not needed. Never any sound. */
const wish = (side, width, height) => ({
  // Not cropped to the wish.
  facingMode: { ideal: side }, width: { ideal: width }, height: { ideal: height }, resizeMode: { ideal: "none" },
});
const WISHES = { face: wish("user", 1280, 720), document: wish("environment", 1920, 1080) };
const FIRST_FRAME = 5000;
const LEAST_SHORT_SIDE = 480;

/** Why there is no picture; the message names its screen. */
export class CameraProblem extends Error {}

export const video = document.getElementById("video");
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const canvas = document.createElement("canvas");
const small = document.createElement("canvas");
let held = null;
let lens;
let dismissals = 0;
let lock = null;

const permission = () => navigator.permissions?.query({ name: "camera" }).catch(() => null);

/** The problem before anybody is asked for anything, or null; not telling is none. */
export async function obstacle() {
  if (!navigator.mediaDevices?.getUserMedia) return "unsupported";
  if ((await permission())?.state === "denied") return "denied";
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => null);
  return devices?.every(({ kind }) => kind !== "videoinput") ? "missing" : null;
}

export const isOpen = (kind) => held?.kind === kind && held.track?.readyState !== "ended";

/** Asks for the camera of a `face` or a `document`. Inside the tap: iOS refuses later. */
export function open(kind, device) {
  if (isOpen(kind) && !device) return held.ready;
  close();
  lens = device ?? lens;
  held = { kind };
  held.ready = acquire(held);
  held.ready.catch(() => {});
  return held.ready;
}

async function acquire(own) {
  const begun = performance.now();
  const ask = (video) => navigator.mediaDevices.getUserMedia({ audio: false, video });
  const chosen = own.kind === "document" && lens && { deviceId: { exact: lens } };
  try {
    own.stream = await ask({ ...WISHES[own.kind], ...chosen }).catch((error) => {
      if (error.name !== "OverconstrainedError") throw error;
      return ask(true);
    });
  } catch (error) {
    if (held === own) held = null;
    throw new CameraProblem(await problemOf(error, performance.now() - begun));
  }
  dismissals = 0;
  [own.track] = own.stream.getVideoTracks();
  if (held !== own) {
    own.track.stop();
    throw new CameraProblem("paused");
  }
  if (own.kind === "document" && capabilities().focusMode?.includes("continuous")) apply({ focusMode: "continuous" });
}

/** @param elapsed milliseconds from the question to the refusal. */
async function problemOf({ name }, elapsed) {
  if (name !== "NotAllowedError") {
    return { NotFoundError: "missing", SecurityError: "unsupported", TypeError: "unsupported" }[name] ?? "busy";
  }
  if ((await permission())?.state !== "prompt") return "denied";
  dismissals += 1;
  // Firefox says "prompt" of what was blocked for now, and answers without asking.
  return dismissals > 1 && elapsed < 300 ? "denied" : "dismissed";
}

/** Shows the camera's picture; resolves once it moves. */
export async function attach(kind) {
  await open(kind);
  video.classList.toggle("is-mirrored", kind === "face");
  if (video.srcObject !== held.stream) video.srcObject = held.stream;
  await resume();
  const ends = new AbortController();
  const first = new Promise((resolve) => eachFrame(ends.signal, () => resolve(true)));
  const isMoving = await Promise.race([first, pause(FIRST_FRAME)]);
  ends.abort();
  if (!isMoving) throw new CameraProblem("silent");
  if (Math.min(video.videoWidth, video.videoHeight) < LEAST_SHORT_SIDE) throw new CameraProblem("coarse");
  stayAwake();
}

/** Starts the picture; some browsers want a tap for it. */
export const resume = () => video.play().catch(() => Promise.reject(new CameraProblem("tap")));

export function close() {
  held?.track?.stop();
  held = null;
  video.srcObject = null;
  lock?.release().catch(() => {});
  lock = null;
}

async function stayAwake() {
  lock ??= await navigator.wakeLock?.request("screen").catch(() => null);
}

/** Rejects when the camera stops by itself. */
export const watch = (signal) =>
  new Promise((_, reject) => {
    held.track.addEventListener("ended", () => reject(new CameraProblem("paused")), { signal });
  });

export async function revive() {
  lock = null;
  await pause(1000);
  if (held?.track?.readyState !== "live" || held.track.muted) throw new CameraProblem("paused");
  await resume();
}

/** Calls `each` for every new frame with the time at which the camera took it. */
export function eachFrame(signal, each) {
  let [lastMedia, lastTime, anchor] = [-1, 0, null];
  const deliver = (now, media, captured) => {
    if (media === lastMedia) return;
    lastMedia = media;
    anchor ??= now - media * 1000;
    // A capture time of another clock would be far from now.
    const isOurs = Math.abs(captured - now) < 2000;
    const time = performance.timeOrigin + (isOurs ? captured : anchor + media * 1000);
    if (time <= lastTime) return;
    lastTime = time;
    each(time);
  };
  const next = (now, metadata) => {
    if (signal.aborted) return;
    ask();
    if (metadata) deliver(now, metadata.mediaTime, metadata.captureTime);
    else if (video.readyState > 1) deliver(now, video.currentTime);
  };
  const ask = () => (video.requestVideoFrameCallback?.(next) ?? requestAnimationFrame((now) => next(now)));
  ask();
}

/** The frame that is seen, or a region in its pixels, as a JPEG; never mirrored. */
export function jpeg({ scale = 1, quality = 0.92, region = whole(), source = video }) {
  draw(source, canvas, region, Math.round(region.width * scale), Math.round(region.height * scale));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

export function pixels(region, width) {
  const scale = Math.min(1, width / region.width);
  draw(video, small, region, Math.round(region.width * scale), Math.max(1, Math.round(region.height * scale)));
  return small.getContext("2d").getImageData(0, 0, small.width, small.height);
}

export const whole = () => ({ x: 0, y: 0, width: video.videoWidth, height: video.videoHeight });

function draw(source, target, { x, y, width, height }, drawnWidth, drawnHeight) {
  [target.width, target.height] = [drawnWidth, drawnHeight];
  const context = target.getContext("2d", { alpha: false, willReadFrequently: target === small });
  context.drawImage(source, x, y, width, height, 0, 0, drawnWidth, drawnHeight);
}

const capabilities = () => held?.track?.getCapabilities?.() ?? {};
const apply = (wish) => held?.track?.applyConstraints({ advanced: [wish] }).catch(() => {});

export const hasTorch = () => capabilities().torch === true;
export const setTorch = (torch) => apply({ torch });

/** The id of another camera that is not known to look at the person. */
export async function otherLens() {
  const devices = (await navigator.mediaDevices.enumerateDevices())
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId)
    .filter((device) => !device.getCapabilities?.().facingMode?.includes("user"));
  const current = devices.findIndex(({ deviceId }) => deviceId === held?.track?.getSettings().deviceId);
  return devices.length > 1 ? devices[(current + 1) % devices.length].deviceId : undefined;
}
