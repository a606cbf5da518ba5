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
export function faceCause({ reason, recapture = [], faceLivenessResults, ageEstimationCheck }, { asked, isBusy }) {
  const { decision, feedback } = faceLivenessResults.video.liveness_result;
  if (reason) return reason;
  if (decision === "LIVE" && ageEstimationCheck?.result === "FAIL") return ageCause(ageEstimationCheck);
  if (["LIVE", "SPOOF"].includes(decision)) return "NOT_ACCEPTED";
  const codes = [...recapture.map(({ code }) => code), ...feedback, decision].map((code) => code.replace(/\W/g, "_"));
  const cause = codes.find((code) => !UNSPECIFIC.includes(code));
  if (isBusy && (!cause || FRAMES.includes(cause))) return "DEVICE_BUSY";
  return cause ?? UNDECIDED[asked];
}

/** On which side of the range an estimated age lies; what is allowed on top of the range decides nothing here. */
const ageCause = ({ ageFromFaceLivenessServer: age, ageEstimation: { minAge, maxAge } }) =>
  age < (minAge + maxAge) / 2 ? "FACE_TOO_YOUNG" : "FACE_TOO_OLD";

/** What speaks against a document, in words of the interface; first what no other picture changes. */
const AGAINST = {
  "DOCUMENT EXPIRED": "DOCUMENT_EXPIRED", SPECIMEN: "DOCUMENT_SPECIMEN", AGE_RULE: "DOCUMENT_AGE",
  IMAGES_DISAGREE: "DOCUMENT_SIDES", MRZ_CHECK_DIGIT: "DOCUMENT_LINES", MRZ_FIELD_INVALID: "DOCUMENT_LINES",
  VALIDITY_UNKNOWN: "DOCUMENT_VALIDITY", FIELD_RULE: "DOCUMENT_FIELD", BARCODE_FIELD_INVALID: "DOCUMENT_FIELD",
};
/** The numbers of fields that the lines state, with those of their check digits. */
const FIELDS = {
  NUMBER: [2, 80], BIRTH: [5, 81], EXPIRY: [3, 82], NAME: [8, 9, 25], STATE: [1, 26], MORE: [36, 195, 84],
};

/**
 * The code of what is said, for an answer to images of a document; none where it was accepted.
 * @returns beside it `expiry`, an ISO 8601 date, and `field`, the code of a field's name, where the sentence has them.
 */
export function documentCause(answer) {
  const { retryDocumentCapture, recapture, documentVerificationResult, reason, matchResult, ocrResults } = answer;
  if (retryDocumentCapture) return { code: recapture?.[0]?.code ?? "DOCUMENT_UNREADABLE" };
  if (documentVerificationResult) return { code: reason ?? (matchResult === false ? "DOCUMENT_NOT_MATCHING" : null) };
  const { fieldType, overallResultInfo } = ocrResults;
  const word = Object.keys(AGAINST).find((word) => overallResultInfo.fieldErrorCodes.includes(word));
  const validity = fieldType.find(({ typeId }) => typeId === 3)?.fieldResult;
  const expiry = validity?.mrz || validity?.barcode;
  const isWrong = ({ typeId, fieldResult }, types) =>
    types.includes(typeId) && fieldResult.isMrzStatusValid === "VALIDATE_FALSE";
  const field = Object.keys(FIELDS).find((name) => fieldType.some((one) => isWrong(one, FIELDS[name])));
  const code = AGAINST[word];
  // A sentence without what it is about would say less than the general one.
  const isWhole = code && (code !== "DOCUMENT_EXPIRED" || expiry) && (code !== "DOCUMENT_LINES" || field);
  return isWhole ? { code, expiry, field: field && `FIELD_${field}` } : { code: "DOCUMENT_NOT_VERIFIED" };
}

/**
 * How many tries are left, where this one used one up, and nothing otherwise: a number that stays says nothing.
 * @param before the state before the capture; `now`: the one after it.
 */
export function triesTold(before, now) {
  const left = (state) => Math.min(state?.left?.attempts ?? 0, state?.left?.captures ?? 0);
  return before?.step === now.step && left(now) < left(before) ? String(left(now)) : "";
}
