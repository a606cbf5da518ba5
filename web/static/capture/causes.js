/* What is said of a capture that was not taken: one thing, which the person can change. Only who has to try again loads it. */

/** They say that something was missing, and not what. */
const UNSPECIFIC = ["INSSUFFICIENT_FRAMES", "INVALID_FRAME", "UNABLE_TO_CALCULATE_LIVENESS"];
/** What a device that is too slow lacks. So does a camera in the dark, or a face that leaves the picture. */
const FRAMES = ["TOO_FEW_FRAMES", "TOO_SLOW", "FRAMERATE_TOO_SLOW"];
/** Where nothing is known: what is missed most of what was asked for. */
const UNDECIDED = {
  still: "UNDECIDED_STILL", turn: "UNDECIDED_TURN", movements: "UNDECIDED_MOVEMENTS", light: "SCREEN_LIGHT_NOT_SEEN",
};

/**
 * The code of what is said, for an answer to a capture of the face that was not accepted. The server names first what
 * matters most. An attack is told nothing of what gave it away, whatever else was seen.
 * @param asked `still`, `turn`, `movements` or `light`.
 * @param isBusy whether the page itself had to leave out frames.
 */
export function faceCause({ reason, recapture = [], faceLivenessResults }, { asked, isBusy }) {
  const { decision, feedback } = faceLivenessResults.video.liveness_result;
  if (reason) return reason;
  if (["LIVE", "SPOOF"].includes(decision)) return "NOT_ACCEPTED";
  const codes = [...recapture.map(({ code }) => code), ...feedback, decision].map((code) => code.replace(/\W/g, "_"));
  const cause = codes.find((code) => !UNSPECIFIC.includes(code));
  if (isBusy && (!cause || FRAMES.includes(cause))) return "DEVICE_BUSY";
  return cause ?? UNDECIDED[asked];
}

/**
 * How many tries are left, where this one used one up, and nothing otherwise: a number that stays says nothing.
 * @param before the state before the capture; `now`: the one after it.
 */
export function triesTold(before, now) {
  const left = (state) => Math.min(state?.left?.attempts ?? 0, state?.left?.captures ?? 0);
  return before?.step === now.step && left(now) < left(before) ? String(left(now)) : "";
}
