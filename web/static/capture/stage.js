/* The camera's picture over the whole screen, the oval or the frame above it, and the one message. */
import { CameraProblem, pause, video } from "./camera.js";
import { Guidance } from "./guidance.js";
import { layout, regionOf } from "./layout.js";
import { all, announce, element, listen, word } from "./screens.js";

const stage = element("stage");
/** Milliseconds. Exposure settles in the first of them. */
const SETTLING = 700;
const RHYTHM = 210;
const BLACK_FOR = 2000;
/** Who has not come so far has gone away: the camera stops until a tap. */
const PATIENCE = 60_000;
/** Who has not come so far is shown how. */
const HELP_AFTER = 15_000;
let [kind, ratio] = ["face", 1];

/** Prepares the stage for a `face` or a `document` of a ratio. */
export function begin(newKind, newRatio) {
  [kind, ratio] = [newKind, newRatio];
  stage.dataset.kind = kind;
  mark({});
  progress(0);
  offer(false);
  element("help").hidden = true;
  say("CAMERA_STARTS");
  place();
}

export function place() {
  const picture = { width: video.videoWidth || 720, height: video.videoHeight || 1280 };
  const { width, height } = stage.getBoundingClientRect();
  const region = regionOf(kind, picture, ratio);
  const { scale, left, top } = layout({ width, height }, picture, region, element("below").offsetHeight);
  const box = { left, top, width: picture.width * scale, height: picture.height * scale };
  for (const [name, value] of Object.entries(box)) video.style.setProperty(name, `${value}px`);

  const [x, y, w, h] = [left + region.x * scale, top + region.y * scale, region.width * scale, region.height * scale];
  const [rx, ry, r] = [w / 2, h / 2, 14];
  // The oval from the top clockwise, so that progress begins there.
  const shape = kind === "face"
    ? `M${x + rx} ${y}a${rx} ${ry} 0 0 1 0 ${h}a${rx} ${ry} 0 0 1 0 ${-h}Z`
    : `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
      `h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
  element("overlay").setAttribute("viewBox", `0 0 ${width} ${height}`);
  element("shade").setAttribute("d", `M0 0H${width}V${height}H0Z${shape}`);
  for (const line of all("#overlay .line")) line.setAttribute("d", shape);
  // Where there is no room beside the oval, an arrow stands on its edge.
  element("arrow-left").setAttribute("transform", `translate(${Math.max(x, 56)} ${y + ry})`);
  element("arrow-right").setAttribute("transform", `translate(${Math.min(x + w, width - 56)} ${y + ry})`);
  return region;
}

/** Shows and says the sentence of a code. @param isUrgent for what must be done now. */
export function say(code, isUrgent = false) {
  const text = word(code, "capturing");
  if (element("message").textContent === text) return;
  element("message").textContent = text;
  announce(text, isUrgent);
}

/** @param marks `good`, `taking`, `lamp`, `back`; `turn`: `left` or `right`; `light`: a colour. */
export function mark({ turn = "", light = "", ...marks }) {
  for (const name of ["good", "taking", "lamp", "back"]) stage.classList.toggle(`is-${name}`, marks[name] === true);
  Object.assign(stage.dataset, { turn, light });
}

export const progress = (share) => element("progress-line").setAttribute("stroke-dashoffset", 1 - Math.min(1, share));

/** Shows the shutter, which the keyboard reaches before. */
export const offer = (isOffered) => element("shutter").classList.toggle("is-offered", isOffered);

function help() {
  if (!element("help").hidden) return;
  element("help").hidden = false;
  // It needs more room than what it stands in place of.
  place();
  announce(element("help").innerText);
}

/**
 * Says what to do until a judgement is the good one, or the shutter was pressed. `look` gives a code, or none where
 * nothing is known, and the brightness; `wish` is said then.
 */
export async function guide(look, { good, wish, isPaused }, signal) {
  const guidance = new Guidance();
  let [isPressed, blackSince] = [false, Infinity];
  const quiet = (lamp) => {
    guidance.forget();
    mark({ lamp });
    say(wish);
  };
  listen({ shutter: () => (isPressed = true) }, signal);
  quiet();
  const begun = performance.now();
  await pause(SETTLING);
  while (!isPressed && guidance.shown !== good) {
    signal.throwIfAborted();
    const now = performance.now();
    if (now - begun > PATIENCE) throw new CameraProblem("paused");
    if (now - begun > HELP_AFTER) help();
    if (!isPaused()) {
      const { code, light, lamp } = await look(quiet);
      blackSince = light < 4 ? Math.min(blackSince, now) : Infinity;
      if (now - blackSince > BLACK_FOR) throw new CameraProblem("silent");
      if (!code) quiet(lamp);
      else if (guidance.judge(code, performance.now())) {
        mark({ good: guidance.shown === good, lamp });
        say(guidance.shown);
      }
    }
    await pause(Math.max(20, RHYTHM - (performance.now() - now)));
  }
}

addEventListener("resize", place);
video.addEventListener("resize", place);
