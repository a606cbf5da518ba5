/*
 * Requests below `capture`; the right to make them is a cookie that no script sees. What broke on its way is sent again
 * byte for byte, for which the server gives the same answer.
 */
import { proof, remember } from "./proof.js";
import { element, notice } from "./screens.js";

/** Seconds before the next try; the last again and again, with a button to try at once. */
const PAUSES = [1, 2, 4, 8, 15];
const LONGEST_WAIT = 120;
const NONCE_REQUIRED = "DPOP_NONCE_REQUIRED";

/** An answer that is a refusal. Compare `reason`, never words. */
const refusal = ({ status, document }) => Object.assign(new Error(), { status, reason: document?.reason });

export const get = (path, options) => send("GET", path, null, options);

/** @param options `signal`; `onProgress(share)` of the body; `isRepeatable: false` for what is sent once. */
export const post = (path, document, options) => send("POST", path, JSON.stringify(document), options);

/** Feedback on one image; null where the answer is late or missing. */
export async function preview(document, signal) {
  const options = { signal, timeout: 2500 };
  const answer = await exchange("POST", "preview", JSON.stringify(document), options);
  return answer.status === 200 ? answer.document.frameResults[0] : null;
}

/** Asks without a word to the person; null where there is no answer. */
export async function quietly(path, signal) {
  const { status, document } = await exchange("GET", path, null, { signal, timeout: 5000 });
  return status === 200 ? document : null;
}

/** The link once more, as an image; null where there is none. */
export async function drawing() {
  const url = addressOf("code");
  const answer = await fetch(url, { headers: { DPoP: await proof("GET", url) } }).catch(() => null);
  remember(answer?.headers.get("DPoP-Nonce"));
  return answer?.ok ? answer.blob() : null;
}

const addressOf = (path) => `${location.origin}${element("capture").dataset.base}/capture/${path}`;

async function send(method, path, body, options) {
  // Megabytes take minutes on a poor connection, and the server waits as long.
  const timeout = body?.length > 100_000 ? 180_000 : 30_000;
  let isRenewed = false;
  try {
    for (let tries = 0; ; tries += 1) {
      const answer = await exchange(method, path, body, { timeout, ...options });
      options.signal.throwIfAborted();
      if (answer.status >= 200 && answer.status < 300) return answer.document;
      if (!isRenewed && answer.document?.reason === NONCE_REQUIRED) {
        isRenewed = true;
        continue;
      }
      const wait = waitAfter(answer, tries, options.isRepeatable ?? true);
      if (wait === null) throw refusal(answer);
      notice([429, 503].includes(answer.status) ? "busy" : "offline", wait, tries > 4);
      await wakeUp(wait, options.signal);
    }
  } finally {
    notice(null);
  }
}

/** Seconds after which to try again; null where the answer stands. */
function waitAfter({ status, retryAfter }, tries, isRepeatable) {
  const usual = PAUSES[Math.min(tries, PAUSES.length - 1)];
  if (status === 503) return Math.min(retryAfter ?? usual, LONGEST_WAIT);
  if ([409, 429].includes(status)) return retryAfter <= LONGEST_WAIT ? retryAfter : null;
  if (!isRepeatable || (status === 500 && tries > 1)) return null;
  return [0, 408, 500, 502, 504].includes(status) ? usual : null;
}

/** A network that comes back, or a tap on "now", ends the wait early. */
function wakeUp(seconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
    const events = [[window, "online"], [element("notice-now"), "click"], [signal, "abort"]];
    for (const [source, type] of events) source.addEventListener(type, resolve, { once: true });
  });
}

/** One request, in the way that tells of an upload; status 0 where no whole answer came. */
async function exchange(method, path, body, { signal, timeout, onProgress }) {
  const url = addressOf(path);
  const shown = await proof(method, url);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = timeout;
    request.setRequestHeader("DPoP", shown);
    if (body !== null) {
      request.setRequestHeader("Content-Type", "application/json");
      request.setRequestHeader("Onboarding-Page", "capture");
    }
    if (onProgress) {
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
      request.upload.onload = () => onProgress(1);
    }
    request.onloadend = () => resolve(answerOf(request));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

function answerOf(request) {
  const { status } = request;
  remember(request.getResponseHeader("DPoP-Nonce"));
  const retryAfter = Number(request.getResponseHeader("Retry-After")) || null;
  try {
    return { status, retryAfter, document: JSON.parse(request.responseText) };
  } catch {
    // No connection, a connection that ended early, or a proxy's page.
    return { status: status < 300 ? 0 : status, retryAfter: null, document: null };
  }
}
