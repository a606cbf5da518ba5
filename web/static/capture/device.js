/* The key that stands for this browser, kept for the next visit: it signs, and no script can read it. */
import { base64 } from "./encoding.js";

export const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = reject;
});

/** Calls a method of the object store. */
export async function kept(method, ...given) {
  const opening = indexedDB.open("devices");
  opening.onupgradeneeded = () => opening.result.createObjectStore("own");
  return settled((await settled(opening)).transaction("own", "readwrite").objectStore("own")[method](...given));
}

/** What this browser is known by at a registration, made where nothing was kept. */
export async function ownDevice(registration) {
  let own = await kept("get", registration).catch(() => null);
  if (!own) {
    own = { id: crypto.randomUUID(), ...(await crypto.subtle.generateKey(ECDSA, false, ["sign"])) };
    // A browser that keeps nothing is a new device next time.
    await kept("put", own, registration).catch(() => {});
  }
  const spki = await crypto.subtle.exportKey("spki", own.publicKey);
  return { deviceId: own.id, publicKey: base64(new Uint8Array(spki)) };
}
