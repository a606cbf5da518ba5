import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const { documentCause, faceCause, triesTold } = await load("causes.js");

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const template = read("web/templates/capture.mustache");
const translations = { en: JSON.parse(read("web/texts/en.json")), de: JSON.parse(read("web/texts/de.json")) };

/** The place of the sentence for each code, as `capture.feedback.slowFailed`. */
const sentences = new Map();
for (const [, codes, path] of template.matchAll(/data-code="([^"]+)" data-when="failed">\{\{words\.([\w.]+)\}\}/g)) {
  for (const code of codes.split(" ")) sentences.set(code, path);
}

/** The values of an enumeration of the interface. */
function enumeration(schema) {
  const lines = read("docs/openapi.yaml").split("\n");
  const start = lines.findIndex((line) => line.startsWith(`    ${schema}:`));
  const end = lines.findIndex((line, index) => index > start && /^ {4}\w/.test(line));
  const own = lines.slice(start, end);
  const from = own.findIndex((line) => /^\s+enum:\s*$/.test(line));
  const values = own.slice(from + 1);
  const most = values.findIndex((line) => !/^\s+- /.test(line));
  return (most < 0 ? values : values.slice(0, most)).map((line) => line.replace(/^\s+- /, "").trim());
}

const recaptures = enumeration("RecaptureCauses");
const feedbacks = enumeration("LivenessFeedback");
const decisions = enumeration("LivenessResult").filter((decision) => decision !== "LIVE");
const reasons = enumeration("StepReason");
const ASKED = ["still", "turn", "movements", "light"];

const answer = ({ reason = null, recapture = [], feedback = [], decision = "UNABLE_TO_CALCULATE_LIVENESS" }) => ({
  reason, recapture: recapture.map((code) => ({ code })),
  faceLivenessResults: { video: { liveness_result: { decision, feedback } } },
});

const BUSY = "DEVICE_BUSY";

/** What is said has words in every language, and busy is said of a device that was. */
function assertSaid(code, isBusy, about) {
  assert.ok(sentences.has(code), `${about}: ${code}`);
  const path = sentences.get(code).split(".");
  for (const [language, all] of Object.entries(translations)) {
    assert.ok(path.reduce((object, key) => object[key], all), `${about}: ${code} in ${language}`);
  }
  if (!isBusy) assert.notEqual(code, BUSY, about);
}

test("the enumerations are read", () => {
  assert.deepEqual([recaptures.length, reasons.length > 4, feedbacks.length > 6, decisions.length], [25, true, true, 6]);
});

test("every undecided capture is told one thing, and only a device that was busy is called so", () => {
  for (const isBusy of [false, true]) {
    for (const asked of ASKED) {
      for (const decision of decisions.filter((decision) => decision !== "SPOOF")) {
        for (const feedback of [[], ...feedbacks.map((word) => [word])]) {
          assertSaid(faceCause(answer({ decision, feedback }), { asked, isBusy }), isBusy, `${decision} ${feedback}`);
          for (const code of recaptures) {
            const said = faceCause(answer({ decision, feedback, recapture: [code] }), { asked, isBusy });
            assertSaid(said, isBusy, `${decision} ${feedback} ${code}`);
            assert.ok(said === code || said === BUSY, `${code} is told, not ${said}`);
          }
        }
      }
    }
  }
});

test("of every pair of causes the first is told, and never both", () => {
  for (const first of recaptures) {
    for (const second of recaptures) {
      const said = faceCause(answer({ recapture: [first, second] }), { asked: "turn", isBusy: false });
      assert.equal(said, first, `${first}, ${second}`);
    }
  }
});

test("frames that the device left out are told where frames are what is missing", () => {
  const busy = { asked: "turn", isBusy: true };
  assert.equal(faceCause(answer({ recapture: ["TOO_FEW_FRAMES"] }), busy), BUSY);
  assert.equal(faceCause(answer({ feedback: ["INSSUFFICIENT FRAMES"] }), busy), BUSY);
  assert.equal(faceCause(answer({ recapture: ["TURN_TOO_SMALL"], feedback: ["INSSUFFICIENT FRAMES"] }), busy), "TURN_TOO_SMALL");
});

test("fourteen good frames of fourteen are told of the turn, not of the device", () => {
  const said = faceCause(answer({ feedback: ["INSSUFFICIENT FRAMES"] }), { asked: "turn", isBusy: false });
  assert.equal(said, "UNDECIDED_TURN");
});

test("an attack is told one neutral sentence, whatever else was seen", () => {
  const told = new Set();
  for (const code of [undefined, ...recaptures]) {
    for (const feedback of [[], ...feedbacks.map((word) => [word])]) {
      const recapture = code ? [code] : [];
      told.add(sentences.get(faceCause(answer({ decision: "SPOOF", recapture, feedback }), { asked: "turn", isBusy: true })));
    }
  }
  for (const reason of ["PORTRAIT_REUSED", "DUPLICATE_ENROLLMENT"]) {
    told.add(sentences.get(faceCause(answer({ decision: "SPOOF", reason }), { asked: "turn", isBusy: false })));
  }
  assert.deepEqual([...told], ["capture.feedback.notConfirmedFailed"]);
  for (const all of Object.values(translations)) {
    assert.doesNotMatch(all.capture.feedback.notConfirmedFailed, /screen|picture|photo|mask|print|face\b|Bildschirm|Foto|Maske|Gesicht/i);
  }
});

test("a face that is live and was not taken is not told that the pictures were bad", () => {
  assert.equal(faceCause(answer({ decision: "LIVE" }), { asked: "turn", isBusy: false }), "NOT_ACCEPTED");
});

test("a face outside of the range of ages is told on which side, and not that the pictures were bad", () => {
  const ageEstimation = { enabled: true, minAge: 18, maxAge: 65, minTolerance: 3, maxTolerance: 2 };
  const told = (age, result, decision = "LIVE") =>
    faceCause(
      { ...answer({ decision }), ageEstimationCheck: { result, ageFromFaceLivenessServer: age, ageEstimation } },
      { asked: "turn", isBusy: false });
  for (const [age, code] of [[14.9, "FACE_TOO_YOUNG"], [67.1, "FACE_TOO_OLD"]]) {
    assert.equal(told(age, "FAIL"), code);
    assertSaid(code, false, `${age} years`);
    assert.equal(told(age, "FAIL", "SPOOF"), "NOT_ACCEPTED", "and nothing is told to an attack");
  }
  assert.equal(told(30, "PASS"), "NOT_ACCEPTED");
});

test("why a good face was not taken is told", () => {
  for (const reason of [...reasons, "PERSON_NOT_CONFIRMED"]) {
    const said = faceCause(answer({ reason, recapture: ["BLUR"] }), { asked: "turn", isBusy: true });
    assert.equal(said, reason);
    assertSaid(said, true, reason);
  }
});

test("what is asked of a turning head is never to look straight ahead", () => {
  const turning = ["TURN_TOO_SMALL", "HEAD_TURNED_AWAY", "UNDECIDED_TURN", "PERSON_NOT_CONFIRMED", "TOO_FEW_FRAMES"];
  for (const path of turning.map((code) => sentences.get(code).split("."))) {
    for (const all of Object.values(translations)) {
      assert.doesNotMatch(path.reduce((object, key) => object[key], all), /straight ahead|geradeaus/i, path.join("."));
    }
  }
});

test("the page has no other way to choose what is said of a face", () => {
  const main = read("web/static/capture/main.js");
  assert.match(main, /codes: \[faceCause\(answer, /);
  assert.match(main, /codes\.filter\(explained\)\.slice\(0, 1\)/);
});

const at = (step, attempts, captures) => ({ step, left: { attempts, captures } });

test("the tries that are told fall each time, or none are told", () => {
  assert.equal(triesTold(at("face", 5, 20), at("face", 4, 19)), "4");
  assert.equal(triesTold(at("face", 5, 20), at("face", 5, 19)), "", "a capture that decided nothing");
  assert.equal(triesTold(at("face", 5, 4), at("face", 5, 3)), "3", "the captures run out first");
  assert.equal(triesTold(at("face", 5, 20), at("document", 4, 20)), "", "another step");
  assert.equal(triesTold(null, at("face", 4, 19)), "", "after a reload");
  assert.equal(triesTold({ step: "face", left: null }, { step: "face", left: null }), "");
  let [state, last] = [at("face", 5, 20), Infinity];
  for (const used of [0, 1, 0, 0, 1, 1, 0]) {
    const next = at("face", state.left.attempts - used, state.left.captures - 1);
    const told = triesTold(state, next);
    if (told) assert.ok(Number(told) < last);
    last = told ? Number(told) : last;
    state = next;
  }
});

const field = (typeId, isMrzStatusValid = "VALIDATE_TRUE", mrz = "") => ({ typeId, fieldResult: { mrz, isMrzStatusValid } });
/** An answer to a document that was read and refused. */
const refused = (fieldErrorCodes, ...fieldType) => ({
  retryDocumentCapture: false, documentVerificationResult: false,
  ocrResults: { fieldType, overallResultInfo: { fieldErrorCodes: ["VISUAL_NONE", "BARCODE_NONE", ...fieldErrorCodes] } },
});
const WRONG = "VALIDATE_FALSE";

test("a document that expired is told since when, and in no other case a day", () => {
  const since = field(3, "VALIDATE_TRUE", "2020-10-31");
  const { code, expiry, field: told } = documentCause(refused(["DOCUMENT EXPIRED"], since));
  assert.deepEqual([code, expiry, told], ["DOCUMENT_EXPIRED", "2020-10-31", undefined]);
  assert.equal(documentCause(refused(["DOCUMENT EXPIRED"], field(3))).code, "DOCUMENT_NOT_VERIFIED");
  assert.equal(documentCause(refused(["DOCUMENT EXPIRED"])).code, "DOCUMENT_NOT_VERIFIED");
});

test("a check digit that does not fit is told with the field that it is of", () => {
  const fields = { 2: "NUMBER", 80: "NUMBER", 5: "BIRTH", 81: "BIRTH", 3: "EXPIRY", 82: "EXPIRY", 84: "MORE" };
  for (const [typeId, name] of Object.entries(fields)) {
    const { code, field: told } = documentCause(refused(["MRZ_CHECK_DIGIT"], field(0), field(Number(typeId), WRONG)));
    assert.deepEqual([code, told], ["DOCUMENT_LINES", `FIELD_${name}`]);
    assert.match(template, new RegExp(`data-code="FIELD_${name}" data-when="field"`));
  }
  // The digit over all is wrong wherever another one is.
  const both = refused(["MRZ_CHECK_DIGIT"], field(84, WRONG), field(5, WRONG));
  assert.equal(documentCause(both).field, "FIELD_BIRTH");
  assert.equal(documentCause(refused(["MRZ_CHECK_DIGIT"])).code, "DOCUMENT_NOT_VERIFIED", "no field is known");
});

test("everything that is said against a document has words, and what another picture cannot change comes first", () => {
  const yaml = read("docs/openapi.yaml");
  const place = (member) => yaml.indexOf(`            ${member}:\n`);
  const listed = yaml.slice(place("fieldErrorCodes"), place("analysisEngineErrorCodes"));
  const words = [...listed.matchAll(/^ +- (.+)$/gm)].map(([, word]) => word);
  assert.ok(words.includes("MRZ_CHECK_DIGIT") && words.length === 15, `${words}`);
  const known = [field(3, WRONG, "2020-10-31")];
  for (const word of words) assertSaid(documentCause(refused([word], ...known)).code, false, word);
  assert.equal(documentCause(refused(["MRZ_CHECK_DIGIT", "DOCUMENT EXPIRED"], ...known)).code, "DOCUMENT_EXPIRED");
  assert.equal(documentCause(refused(["AUTHENTICITY_NOT_CHECKED"])).code, "DOCUMENT_NOT_VERIFIED");
  const named = { DOCUMENT_LINES: /\{field\}/, DOCUMENT_EXPIRED: /\{date\}/ };
  for (const [code, value] of Object.entries(named)) {
    const path = sentences.get(code).split(".");
    for (const all of Object.values(translations)) assert.match(path.reduce((object, key) => object[key], all), value);
  }
});

test("a document that could not be used, or is not that of the face, is told as before", () => {
  const ocrResults = refused([]).ocrResults;
  const retry = (recapture) => documentCause({ retryDocumentCapture: true, recapture, ocrResults }).code;
  assert.equal(retry([{ code: "MRZ_BLURRED" }, { code: "PORTRAIT_NOT_FOUND" }]), "MRZ_BLURRED");
  assert.equal(retry(undefined), "DOCUMENT_UNREADABLE");
  const accepted = { retryDocumentCapture: false, documentVerificationResult: true, ocrResults };
  const read = (more) => documentCause({ ...accepted, ...more }).code;
  assert.equal(read({ matchResult: true }), null);
  assert.equal(read({ matchResult: undefined }), null);
  assert.equal(read({ matchResult: false }), "DOCUMENT_NOT_MATCHING");
  assert.equal(read({ matchResult: false, reason: "PORTRAIT_REUSED" }), "PORTRAIT_REUSED");
});
