/*
 * The flow, as a machine of states. A state shows its screen, waits for the person or the server, and gives the next:
 * `{ to, … }`. The server says where it goes on, so that a reload or a lost answer leads to the same place.
 */
import { drawing, get, post, quietly } from "./api.js";
import * as camera from "./camera.js";
import { ownDevice } from "./device.js";
import { KINDS, takeDocument } from "./document.js";
import { base64OfBlob } from "./encoding.js";
import * as face from "./face.js";
import { all, announce, choice, element, fill, left, list, listen, notice, only, show, shown, word } from "./screens.js";
import * as signals from "./signals.js";
import * as stage from "./stage.js";

/** Milliseconds before the session's end. */
const WARNING = 120_000;
/** At one step: who is sent there again and again has misunderstood something. */
const MOST_ROUNDS = 4;
/** Milliseconds between two looks at whether another device may go on, or asks to. */
const ASKED_EVERY = 3000;
/** The sides that a cause is about, by how its code begins. */
const SIDES = { MRZ: ["page", "back"], PORTRAIT: ["page", "front"] };

/** The secret of the link; never in the address, a storage or a log. */
let data = null;
/** As the server gives it. */
let state = null;
/** Which side the head turns to, where the server says it. */
let turn = null;
/** The document: `kind`, `pictures` by side, sides still `wanted`, `isUpload`. */
let paper = null;
let [turns, rounds, deadlines] = [0, 0, []];
let [controller, interruption] = [null, null];

const preparing = { to: "resume", screen: "preparing" };
const checking = { to: "resume", screen: "checking" };

const states = {
  /** The link's secret leaves the address before anything else happens. */
  load() {
    data = new URLSearchParams(location.search).get("data");
    history.replaceState(null, "", location.pathname);
    if (!window.isSecureContext) return { to: "over", screen: "camera-insecure" };
    only("link", data && navigator.clipboard && "yes");
    return { to: data ? "open" : "resume" };
  },

  async open({ takeOver = false }, signal) {
    show("loading");
    try {
      const answer = await post("open", { data, takeOver }, { signal });
      return answer.takeOverCode ? { to: "asking", code: answer.takeOverCode } : route(answer);
    } catch (error) {
      if (error.reason !== "CAPTURE_ELSEWHERE") throw error;
      return { to: "elsewhere", place: takeOver ? "kept" : "asked" };
    }
  },

  /** The person says on the other device that it may go on here. @param code that both show. */
  async asking({ code }, signal) {
    fill({ code: spaced(code) });
    if (shown() !== "asking") finish("asking");
    await Promise.race([camera.pause(ASKED_EVERY), left(signal)]);
    const answer = await post("open", { data, takeOver: true }, { signal });
    return answer.takeOverCode ? { to: "asking", code: answer.takeOverCode } : route(answer);
  },

  async elsewhere({ place }, signal) {
    only("place", place);
    element("move").hidden = !data || place === "kept";
    finish("elsewhere");
    await choice({ move: null }, signal);
    return { to: "open", takeOver: true };
  },

  /** Asks where the enrollment stands. @param codes why something is to be done again. */
  async resume({ screen = "loading", codes }, signal) {
    show(screen);
    return route(await get("state", { signal }), codes);
  },

  /** @param isWarned that the camera is missing. */
  async consent({ isWarned }, signal) {
    const { requiredChecks, challengeRequired, tenant, consent: { text, ...agreed } } = state;
    const needed = ["addFace", !tenant.allowsGallery && "addDocument"];
    const kind = !isWarned && requiredChecks.some((check) => needed.includes(check)) && (await camera.obstacle());
    if (kind) return { to: "problem", kind };
    show("start");
    const { action, value: acceptedAt } = await choice({
      decline: null,
      phone: null,
      accept: () => {
        signals.prepare();
        if (requiredChecks.includes("addFace") && !challengeRequired) camera.open("face");
        return new Date().toISOString();
      },
    }, signal);
    if (action === "phone") return { to: "problem", kind: action };
    if (action === "decline") {
      // Who asked may know it later, or not.
      post("decline", {}, { signal: new AbortController().signal }).catch(() => {});
      return { to: "again", screen: "declined", next: { to: "consent" } };
    }
    show("preparing");
    const body = { consent: { ...agreed, acceptedAt } };
    const { userExistsAlready } = await post("enroll", body, { signal });
    return userExistsAlready ? { to: "over", screen: "registered" } : preparing;
  },

  /** A key that does not leave this browser stands for the device. */
  async device() {
    show("preparing");
    await ask("addDevice", await ownDevice(state.registration));
    return preparing;
  },

  async face({ codes }, signal) {
    turn = state.prescribedTurn ?? turn;
    only("turn-to", !state.challengeRequired && state.face.frames > 1 && nextTurn());
    if (codes) list("face-causes", codes.map(explained));
    only("about", /TURN(_|$)/.test(codes) ? "turn" : "other");
    const screen = codes ? "face-retry" : state.challengeRequired ? "challenge" : "face-ready";
    if (screen !== "face-ready" || !camera.isOpen("face")) {
      show(screen);
      const { action } = await choice({ camera: () => camera.open("face"), cannot: null }, signal);
      if (action === "cannot") return { to: "again", screen: "cannot" };
    }
    return { to: "faceCapture" };
  },

  async faceCapture(_, signal) {
    const { token, challengeRequired, keys } = state;
    const { readPackageKey, sealPackage } = await import("./hpke.js");
    const packageKey = await readPackageKey(keys.ec);
    const challenges = challengeRequired && (await import("./challenge.js"));
    const { taken, challenge } = await shoot("face", signal, async (inner) => {
      await face.guide(inner, isPaused);
      if (!challenges) return { taken: await face.take({ ...state.face, turn: nextTurn() }, inner) };
      const { challenge } = await ask("challengeFace", {}, { signal: inner });
      return { challenge, taken: await challenges.take(challenge, state.face, inner) };
    });
    turns += 1;
    sending(0);
    const text = await face.packageText(taken.frames, state.face.workflow);
    const faceLivenessData = await sealPackage(packageKey, text, token, challenge?.id);
    const answer = await ask("addFace", { faceLivenessData, challenge: challenge?.id }, { onProgress: sending });
    turn = answer.prescribedTurn ?? (answer.livenessResult ? null : turn);
    if (answer.livenessResult) return checking;
    const { faceCause } = await import("./causes.js");
    const moved = challenge?.kind === "light" ? "light" : "movements";
    const asked = challenge ? moved : state.face.frames < 2 ? "still" : "turn";
    return { ...checking, codes: [faceCause(answer, { asked, isBusy: taken.isBusy })] };
  },

  async document({ codes }, signal) {
    if (codes && paper) {
      list("document-causes", codes.map(explained));
      const about = Object.keys(SIDES).filter((prefix) => codes.some((code) => code.startsWith(prefix)));
      // Where a side was left out, the other one bears it all.
      const isAbout = (side) => about.length !== 1 || !paper.pictures.back || SIDES[about[0]].includes(side);
      paper.wanted = KINDS[paper.kind].sides.filter(isAbout);
      show("document-retry");
      const { action } = await choice({ camera: reopened, other: null }, signal);
      if (action === "camera") return { to: "documentCapture" };
    }
    camera.close();
    show("document-kind");
    const { action, value } = await choice({
      kind: ({ dataset }) => {
        signals.prepare();
        camera.open("document");
        return dataset.kind;
      },
      gallery: null,
    }, signal);
    paper = newPaper(value ?? "card", action === "gallery");
    return { to: "documentCapture" };
  },

  async documentCapture(_, signal) {
    while (paper.wanted.length) {
      const [side] = paper.wanted;
      const image = paper.isUpload
        ? await (await import("./gallery.js")).chosen(side, signal)
        : await shoot("document", signal, (inner) => takeDocument(side, inner, isPaused));
      if (image === null) return { to: "document" };
      const action = await approved(image, side, signal);
      if (action === "use") paper.wanted.shift();
      if (action === "skip") paper.wanted = [];
    }
    camera.close();
    sending(0);
    const more = { format: ".jpeg", lightingScheme: 6, source: paper.isUpload ? "upload" : "camera" };
    const inText = async (image) => ({ image: await base64OfBlob(image), ...more });
    const documentImage = await Promise.all(Object.values(paper.pictures).map(inText));
    const answer = await ask("addDocumentOCR", { documentsInfo: { documentImage } }, { onProgress: sending });
    turn = answer.prescribedTurn ?? null;
    const { documentVerificationResult, matchResult, reason } = answer;
    if (documentVerificationResult && matchResult !== false && !reason) return checking;
    const { code, expiry, field } = (await import("./causes.js")).documentCause(answer);
    fill({ date: expiry && (await import("./times.js")).day(new Date(expiry)), field: word(field, "field") });
    return { ...checking, codes: [code] };
  },

  /** No picture from the camera: a screen for each cause. */
  async problem({ kind }, signal) {
    if (kind !== "tap") camera.close();
    const isDocument = state.step === "document";
    only("gallery-for", isDocument && state.tenant.allowsGallery && "document");
    // The steps that are likely the right ones stand apart.
    const isOwn = ({ dataset }) => new RegExp(dataset.agent).test(navigator.userAgent);
    element("help-own").append(...all("[data-agent]").filter(isOwn).slice(0, 1));
    show(`camera-${kind}`);
    const tap = choice({
      camera: () => {
        if (state.step !== "consent") camera.open(isDocument ? "document" : "face");
        if (kind === "tap") camera.resume().catch(() => {});
      },
      reload: () => location.reload(),
      gallery: null,
      phone: null,
    }, signal);
    const { action } = await Promise.race([tap, relief(signal)]);
    if (action === "phone") return { to: "problem", kind: action };
    if (action === "gallery") paper = newPaper(paper?.kind ?? "card", true);
    const { step } = state;
    return { to: step === "face" || (isDocument && paper) ? `${step}Capture` : step, isWarned: true };
  },

  async ended(_, signal) {
    const { outcome, reason, review } = state;
    if (outcome !== "failed") return { to: "over", screen: outcome };
    element("failed-reason").textContent = word(reason, "ended");
    only("review", review ?? "none");
    only("ask", reason);
    finish("failed");
    await choice({ review: null }, signal);
    await ask("requestReview");
    return { to: "resume" };
  },

  async leave({ call, screen }) {
    finish("stopping");
    await ask(call, {}, { isRepeatable: call === "cancel" }).catch((error) => {
      // After a withdrawal the token is unknown.
      if (error.reason !== "TOKEN_UNKNOWN") throw error;
    });
    return { to: screen ? "over" : "resume", screen };
  },

  /** A screen with one way on. */
  async again({ screen, next = { to: "resume" } }, signal) {
    finish(screen);
    await choice({ again: null }, signal);
    rounds = 0;
    return next;
  },

  over({ screen }, signal) {
    finish(screen);
    // What has ended can still be withdrawn.
    only("enrolled", screen === state?.outcome && state.token && "yes");
    return choice({}, signal);
  },
};

/** Ends with a camera that is there after all, or because it goes on elsewhere. */
async function relief(signal) {
  const obstacle = await camera.obstacle();
  do {
    await camera.pause(3000);
    await get("state", { signal });
  } while (!obstacle || (await camera.obstacle()));
  return {};
}

/** A step of the enrollment. */
let ask = (call, body, options) =>
  post(call, { enrollmentToken: state.token, ...body }, { signal: controller.signal, ...options });

/** Takes in what the server says, and tells where it goes on. Whoever comes back asks for other steps. */
async function route(answer, codes = []) {
  if (answer.purpose) ask = (await import("./returning.js")).steps(states, answer, () => controller.signal);
  const causes = codes.filter(explained).slice(0, 1);
  rounds = state?.step === answer.step && !causes.length ? rounds + 1 : 0;
  const attempts = causes.length ? (await import("./causes.js")).triesTold(state, answer) : "";
  state = answer;
  const { step, outcome, tenant, consent, requiredChecks, accepted = [], token } = state;
  fill({ tenant: tenant.name, alternative: tenant.alternative, attempts });
  if (consent?.text) element("consent-text").textContent = consent.text;
  only("alternative", tenant.alternative && "yes");
  only("enrolled", token && "yes");
  only("going", outcome ? "ended" : "open");
  only("gallery-allowed", tenant.allowsGallery && "yes");
  only("test", tenant.isTest && "yes");
  only("check", ...requiredChecks);
  only("tries", attempts);
  element("steps").hidden = !token || outcome;
  for (const row of all("[data-step]")) {
    const isCurrent = row.dataset.step === step;
    row.classList.toggle("is-done", accepted.includes(row.dataset.check) && !isCurrent);
    row.setAttribute("aria-current", isCurrent ? "step" : "false");
  }
  watchDeadline(outcome);
  if (outcome) return { to: "ended" };
  if (rounds > MOST_ROUNDS) return wrong();
  return { to: step, codes: causes.length ? causes : undefined };
}

const wrong = () => ({ to: "again", screen: "wrong", next: { to: state || !data ? "resume" : "open" } });

function watchDeadline(isOver) {
  const warning = element("deadline");
  deadlines.forEach(clearTimeout);
  warning.hidden = true;
  const left = Date.parse(state?.deadline) - Date.now();
  // A timer takes some 24 days at most.
  if (isOver || !(left > 0 && left < 2 ** 31)) return;
  deadlines = [
    setTimeout(() => {
      warning.hidden = false;
      announce(warning.textContent, true);
    }, left - WARNING),
    setTimeout(interrupt, left + 1000, { to: "resume" }),
  ];
}

function finish(screen) {
  camera.close();
  watchDeadline(true);
  show(screen);
}

const nextTurn = () => turn ?? (turns % 2 ? "right" : "left");

const newPaper = (kind, isUpload) => ({ kind, isUpload, pictures: {}, wanted: [...KINDS[kind].sides] });

const reopened = () => paper.isUpload || camera.open("document");

const explained = (code) => word(code, "failed");

/** Runs a capture; one that went out of sight is dropped, and begins anew. */
async function shoot(kind, signal, work) {
  only("side", kind === "face" ? kind : paper.wanted[0]);
  show("camera");
  for (;;) {
    const inner = new AbortController();
    const leave = () => inner.abort(signal.reason);
    const hide = () => document.hidden && inner.abort("hidden");
    signal.addEventListener("abort", leave, { signal: inner.signal });
    document.addEventListener("visibilitychange", hide, { signal: inner.signal });
    try {
      stage.begin(kind, KINDS[paper?.kind]?.ratio);
      await camera.attach(kind);
      return await Promise.race([work(inner.signal), camera.watch(inner.signal)]);
    } catch (error) {
      if (inner.signal.reason !== "hidden" || signal.aborted) throw error;
      while (document.hidden) await camera.pause(200);
      await camera.revive();
    } finally {
      leave();
    }
  }
}

async function approved(image, side, signal) {
  const shown = element("review-image");
  shown.src = URL.createObjectURL(image);
  only("side", side);
  show("document-review");
  const { action } = await choice({ use: null, retake: reopened, skip: null }, signal);
  URL.revokeObjectURL(shown.src);
  if (action !== "retake") paper.pictures[side] = image;
  return action;
}

/** @param share of the body that has left. */
function sending(share) {
  element("upload").value = share;
  fill({ percent: Math.round(share * 100) });
  const screen = share < 1 ? "sending" : "checking";
  if (shown() !== screen) show(screen);
}

const isPaused = () => document.hidden || element("leave").open || element("take-over").open;

const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Looks whether another device asks to go on in the place of this one. */
async function watchTakeOver() {
  const dialog = element("take-over");
  const { signal } = new AbortController();
  for (;;) {
    await camera.pause(ASKED_EVERY);
    if (document.hidden || !state?.deadline) continue;
    const asked = await quietly("takeOver", signal);
    const code = asked?.takeOverCode;
    if (code && !dialog.open) {
      dialog.dataset.code = code;
      fill({ code: spaced(code) });
      dialog.showModal();
    } else if (asked && !code && dialog.open) {
      dialog.close();
    }
  }
}

const answering = (allow) => async () => {
  const dialog = element("take-over");
  dialog.close();
  const { signal } = new AbortController();
  // Who asks no longer needs no answer.
  await post("takeOver", { takeOverCode: dialog.dataset.code, allow }, { signal }).catch(() => {});
  if (allow) interrupt({ to: "resume" });
};

/** The link as an image, once it comes into sight. */
const codes = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting && !target.src) {
      drawing().then((image) => (target.src = image ? URL.createObjectURL(image) : ""));
    }
  }
});

/** What a failure means for the flow. */
function after(error) {
  if (error instanceof camera.CameraProblem) return { to: "problem", kind: error.message };
  const { reason } = error;
  if (reason === "TAKE_OVER_DECLINED") return { to: "elsewhere", place: "declined" };
  if (["CAPTURE_ELSEWHERE", "DPOP_PROOF_INVALID"].includes(reason)) return { to: "elsewhere", place: "moved" };
  const last = document.querySelector(`[data-reason~="${reason}"]`);
  // Another tab may have ended it: the server says how.
  if (state && /^TOKEN/.test(reason)) {
    state = null;
    return { to: "resume" };
  }
  if (last) return { to: "over", screen: last.dataset.screen };
  // What has words is a capture to be made again.
  return [400, 413].includes(error.status) ? { to: "resume", codes: [reason] } : wrong();
}

function interrupt(next) {
  interruption = next;
  controller.abort();
}

async function run(next) {
  for (;;) {
    interruption = null;
    controller = new AbortController();
    next = await Promise.resolve(next)
      .then(({ to, ...more }) => states[to](more, controller.signal))
      .catch((error) => interruption ?? after(error));
    next = interruption ?? next;
    // What a state has begun ends with it.
    controller.abort();
  }
}

const leaveFor = (call, screen) => () => {
  element("leave").close();
  interrupt({ to: "leave", call, screen });
};

listen({
  leave: () => element("leave").showModal(),
  stay: () => element("leave").close(),
  allow: answering(true),
  refuse: answering(false),
  stop: leaveFor("cancel"),
  withdraw: leaveFor("withdrawConsent", "withdrawn"),
  copy: async (button) => {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?data=${data}`);
    button.textContent = button.dataset.done;
  },
});
addEventListener("offline", () => notice("offline"));
addEventListener("online", () => notice(null));
addEventListener("pagehide", camera.close);
addEventListener("pageshow", ({ persisted }) => persisted && interrupt({ to: "resume" }));
fill({ tenant: element("capture").dataset.someone });
for (const image of all("img.code")) codes.observe(image);
watchTakeOver();
run({ to: "load" });
