/* How far the head has turned to the side that is asked for, as the server measures it: drawn along the oval meanwhile. */
import { preview } from "./api.js";
import { pause } from "./camera.js";
import { previewOf } from "./face.js";
import { element } from "./screens.js";

/** Milliseconds between two looks. What is told later than `LATE` is of a head that has moved on. */
const [RHYTHM, LATE] = [250, 1200];
/** Pixels, of the longer side of a picture. */
const SIDE = 320;
/** Of the way around the oval: the whole arc. */
const SPAN = 0.2;
/** In degrees, more than are wanted: what is measured is told rounded. */
const MARGIN = 1;

const stage = element("stage");

/**
 * How much of a turn is made, from 0 to 1: away from the camera and away from the rest, because rules go by either.
 * @param yaw in degrees, positive to the person's left, as is `rest`; `wanted`: degrees; `side`: `left` or `right`.
 */
export function share({ yaw, rest, wanted, side }) {
  const sign = side === "left" ? 1 : -1;
  return Math.max(0, Math.min(1, (sign * yaw) / (wanted + MARGIN), (sign * (yaw - rest)) / (wanted + MARGIN)));
}

/** The side that the stage asks for now; empty where it asks for none, or for the way back. */
const asked = () => (stage.classList.contains("is-back") ? "" : stage.dataset.turn);

/**
 * Draws each turn that the stage asks for, until `signal` ends or the server answers too late to be of use.
 * @param wanted in degrees; `rest`: where the head was before.
 * @returns a function that tells whether the turn that is asked for now was made.
 */
export function follow({ wanted, rest }, signal) {
  let [side, isMade] = ["", false];
  const draw = (made) => {
    const length = SPAN * made;
    element("turn-line").setAttribute("stroke-dasharray", `${length} ${1 - length}`);
    element("turn-line").setAttribute("stroke-dashoffset", side === "left" ? length : 0);
    stage.classList.toggle("is-followed", side !== "");
    stage.classList.toggle("is-enough", isMade);
  };
  const hide = () => {
    [side, isMade] = ["", false];
    draw(0);
  };
  const look = async () => {
    if (asked() !== side) {
      [side, isMade] = [asked(), false];
      draw(0);
    }
    if (!side || isMade) return true;
    const [begun, before] = [performance.now(), side];
    const answer = await preview(await previewOf(SIDE), signal);
    if (!answer || performance.now() - begun > LATE) return false;
    if (answer.yawInDegrees === undefined || asked() !== before) return true;
    const made = share({ yaw: answer.yawInDegrees, rest, wanted, side });
    isMade = made === 1;
    draw(made);
    return true;
  };
  const run = async () => {
    for (;;) {
      const begun = performance.now();
      if (signal.aborted || !(await look()) || signal.aborted) break;
      await pause(Math.max(20, RHYTHM - (performance.now() - begun)));
    }
    hide();
  };
  signal.addEventListener("abort", hide);
  run().catch(hide);
  return () => isMade && asked() === side;
}
