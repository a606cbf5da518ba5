/*
 * Somebody registered comes back, to be let in or for another phone: the same captures under another token, before them
 * the key of this device, or behind them a new one. Only they load it.
 */
import { get, post } from "./api.js";
import * as camera from "./camera.js";
import { ECDSA, kept, ownDevice } from "./device.js";
import { base64, utf8 } from "./encoding.js";
import { choice, element, fill, only, show, word } from "./screens.js";
import * as signals from "./signals.js";
import { momentHere } from "./times.js";

/** Where a flow is asked, and what its token is called. */
const FLOWS = { authenticate: ["authentication", "authToken"], reEnroll: ["reEnrollment", "reEnrollmentToken"] };

const preparing = { to: "resume", screen: "preparing" };
const over = (screen) => ({ to: "over", screen });

/** As the server gives it. */
let state = null;
/** Of the state of the flow that runs. */
let signalNow = null;
/** Each refusal of a device counts, and the same key is refused again. */
let hasSigned = false;

const returning = {
  /** Nothing is begun that this phone cannot do. @param isWarned that the camera is missing. */
  async start({ isWarned }, signal) {
    const { purpose, requiredChecks, challengeRequired, lockedUntil } = state;
    if (lockedUntil) return over("locked");
    if (requiredChecks.includes("addDevice") && !(await ownKey())) return over("phone-unknown");
    const kind = !isWarned && requiredChecks.includes("addFace") && (await camera.obstacle());
    if (kind) return { to: "problem", kind };
    show("return");
    const { action } = await choice({
      phone: null,
      begin: () => {
        signals.prepare();
        if (requiredChecks.includes("addFace") && !challengeRequired) camera.open("face");
      },
    }, signal);
    if (action === "phone") return { to: "problem", kind: action };
    show("preparing");
    await untilLocked(post(purpose === "reEnroll" ? "reEnrollment/enroll" : "authentication/authenticate",
      {}, { signal }));
    return preparing;
  },

  /** What was enrolled here signs the token. */
  async device() {
    show("preparing");
    const own = await ownKey();
    if (!own || hasSigned) return over("phone-unknown");
    hasSigned = true;
    const signature = new Uint8Array(await crypto.subtle.sign(ECDSA, own.privateKey, utf8(state.token)));
    await ask("verifyDevice", { deviceId: own.id, signature: base64(signature) });
    return preparing;
  },

  /** @param replaces all other devices. */
  async newDevice({ replaces = false }, signal) {
    show("preparing");
    const device = await ownDevice(state.registration);
    try {
      await ask("completeReEnroll", { ...device, addOrUpdate: Number(replaces) });
    } catch (error) {
      if (error.reason !== "TOO_MANY_DEVICES") throw error;
      show("phones-full");
      await choice({ replace: null }, signal);
      return { to: "newDevice", replaces: true };
    }
    return preparing;
  },

  ended() {
    const { outcome, reason, purpose, lockedUntil } = state;
    if (outcome === "complete") return over(purpose === "reEnroll" ? "phone-registered" : "let-in");
    if (outcome !== "failed") return over(outcome === "cancelled" ? "stopped" : outcome);
    element("failed-reason").textContent = word(reason, "ended");
    only("review", "none");
    // Nothing else helps before then.
    only("ask", lockedUntil ? null : reason);
    only("locked", lockedUntil && "yes");
    return over("failed");
  },
};

const ownKey = () => kept("get", state.registration).catch(() => null);

/**
 * Puts the states of whoever comes back in the place of those of an enrollment.
 * @returns what asks for their steps, by the names that an enrollment has for them.
 */
export function steps(states, answer, signal) {
  Object.assign(states, returning);
  [state, signalNow] = [answer, signal];
  only("purpose", state.purpose);
  only("withdraws", "no");
  sayUntil();
  return ask;
}

async function ask(call, body, options) {
  const [path, member] = FLOWS[state.purpose];
  const name = call === "addFace" ? "verifyFace" : call;
  const answer = await untilLocked(
    post(`${path}/${name}`, { [member]: state.token, ...body }, { signal: signalNow(), ...options }));
  if (name !== "verifyFace") return answer;
  // Whether it was somebody else, or the same person badly seen, nobody can tell.
  const isOther = answer.livenessResult && !answer.matchResult;
  return { ...answer, livenessResult: answer.matchResult, reason: isOther ? "PERSON_NOT_CONFIRMED" : null };
}

/** Who is locked out is told until when. */
async function untilLocked(request) {
  try {
    return await request;
  } catch (error) {
    if (error.reason === "REGISTRATION_LOCKED") {
      state = await get("state", { signal: signalNow() });
      sayUntil();
    }
    throw error;
  }
}

function sayUntil() {
  if (!state.lockedUntil) return;
  // The first minute that it is not after: told without seconds, the end would come too early.
  const minute = Math.ceil(Date.parse(state.lockedUntil) / 60_000) * 60_000;
  fill({ until: momentHere(new Date(minute)) });
}
