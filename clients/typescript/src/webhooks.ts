/*
 * Verification of webhooks by the Standard Webhooks specification, version 1.
 *
 * A message has three headers: `webhook-id`, `webhook-timestamp` (seconds since 1970) and `webhook-signature`, a list
 * of `v1,BASE64` and `v1a,BASE64` with blanks between. What is signed is `ID.TIMESTAMP.BODY`, the body byte by byte as
 * it came. `v1` is HMAC-SHA256 under a shared secret (`whsec_…`), `v1a` an Ed25519 signature under a public key
 * (`whpk_…`).
 */
import { buffer, decodeBase64, joined, utf8 } from "./encoding.js";
import { OnboardingError } from "./errors.js";

const SECRET_PREFIX = "whsec_";
const PUBLIC_KEY_PREFIX = "whpk_";

export interface WebhookOptions {
  /** How far the clocks of both sides may differ, and how old a message may be, in seconds; 300 where absent. */
  readonly tolerance?: number;
  /** Seconds since 1970. */
  readonly now?: () => number;
}

interface Key {
  readonly version: "v1" | "v1a";
  readonly algorithm: "HMAC" | "Ed25519";
  readonly key: CryptoKey;
}

/** Knows the keys that a message may be signed with: one, or two while one replaces the other. */
export class WebhookVerifier {
  private constructor(private readonly keys: readonly Key[], private readonly options: WebhookOptions) {}

  /**
   * @param keys `whsec_…` or `whpk_…`, as the server shows them. Rejects with OnboardingError `WEBHOOK_KEY_INVALID` where
   *   one is none, or there is none.
   */
  static async with(keys: string | readonly string[], options: WebhookOptions = {}): Promise<WebhookVerifier> {
    const named = typeof keys === "string" ? [keys] : keys;
    if (named.length === 0) throw keyInvalid("There is no key to verify webhooks with");
    return new WebhookVerifier(await Promise.all(named.map(read)), options);
  }

  /**
   * The message's JSON, once it is proven that the server sent it, and lately. A message may come twice: keep
   * `webhook-id` to do nothing twice.
   *
   * @param body the bytes as they came; a body that was parsed and written anew has another signature.
   * @throws OnboardingError `WEBHOOK_INVALID`.
   */
  async verify(body: Uint8Array | string, headers: Headers | Readonly<Record<string, string>>): Promise<unknown> {
    const given = headers instanceof Headers ? headers : new Headers(headers);
    const id = given.get("webhook-id");
    const timestamp = given.get("webhook-timestamp");
    const signatures = given.get("webhook-signature");
    if (!id || !signatures) throw invalid("A header is missing");
    if (!timestamp || !/^[0-9]{1,12}$/.test(timestamp)) throw invalid("The time is no number");
    const now = this.options.now?.() ?? Date.now() / 1000;
    if (Math.abs(now - Number(timestamp)) > (this.options.tolerance ?? 300)) {
      throw invalid("The message is too old, or from the future");
    }
    const bytes = typeof body === "string" ? utf8(body) : body;
    const signed = joined(utf8(`${id}.${timestamp}.`), bytes);
    if (!(await this.isSigned(signatures.split(" "), signed))) throw invalid("No signature fits");
    try {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      throw invalid("The body is no JSON");
    }
  }

  private async isSigned(entries: readonly string[], signed: Uint8Array): Promise<boolean> {
    for (const entry of entries) {
      for (const { version, algorithm, key } of this.keys) {
        const signature = valueOf(entry, version);
        // WebCrypto compares a MAC in constant time.
        if (signature && (await crypto.subtle.verify(algorithm, key, buffer(signature), buffer(signed)))) return true;
      }
    }
    return false;
  }
}

async function read(text: string): Promise<Key> {
  if (text.startsWith(SECRET_PREFIX)) {
    const secret = keyBytes(text.slice(SECRET_PREFIX.length));
    if (secret.length < 24 || secret.length > 64) throw keyInvalid("A webhook secret has 24 to 64 bytes");
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", buffer(secret), algorithm, false, ["verify"]);
    return { version: "v1", algorithm: "HMAC", key };
  }
  if (text.startsWith(PUBLIC_KEY_PREFIX)) {
    const bytes = keyBytes(text.slice(PUBLIC_KEY_PREFIX.length));
    if (bytes.length !== 32) throw keyInvalid("The public key is none of Ed25519");
    const key = await crypto.subtle.importKey("raw", buffer(bytes), "Ed25519", false, ["verify"]);
    return { version: "v1a", algorithm: "Ed25519", key };
  }
  throw keyInvalid(`A webhook key begins with ${SECRET_PREFIX} or ${PUBLIC_KEY_PREFIX}`);
}

/** The bytes of a key. No error has the key in it. */
function keyBytes(text: string): Uint8Array {
  try {
    return decodeBase64(text);
  } catch {
    throw keyInvalid("A webhook key is base64 behind its prefix");
  }
}

/** The bytes of an entry of this version; nothing for every other one. */
function valueOf(entry: string, version: string): Uint8Array | undefined {
  if (!entry.startsWith(`${version},`)) return undefined;
  try {
    return decodeBase64(entry.slice(version.length + 1));
  } catch {
    return undefined;
  }
}

const keyInvalid = (message: string): OnboardingError => new OnboardingError(0, "WEBHOOK_KEY_INVALID", message);
const invalid = (message: string): OnboardingError => new OnboardingError(0, "WEBHOOK_INVALID", message);
