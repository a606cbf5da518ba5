import { buffer, decodeBase64, encodeBase64, encodeBase64URL, utf8 } from "./encoding.js";
import { seal } from "./hpke.js";

export const PACKAGE_INFO = "onboarding-face-package-v2";
/** What a package of no enrollment is sealed for. */
export const STATELESS = "stateless";

/** One image as the camera wrote it (JPEG, PNG, WebP, HEIC or AVIF), and when it was taken. */
export interface Frame {
  readonly image: Uint8Array;
  /** Milliseconds since 1970; absent where it is not known, for all frames of a capture alike. */
  readonly milliseconds?: number;
}

/** What is sent of a face: up to 15 frames in their order, or up to 90 that answer a challenge. */
export interface Capture {
  readonly frames: readonly Frame[];
  /** The kind of capture, then its security level: `charlie4` where absent; `foxtrot4` answers a challenge. */
  readonly workflow?: string;
  /** By how many degrees clockwise the frames must be turned to stand upright, after what their EXIF data say. */
  readonly rotation?: 0 | 90 | 180 | 270;
  /** What the client says of itself; kept by the server, not judged. */
  readonly metaData?: Readonly<Record<string, unknown>>;
}

/** A package in form `plain`, which is the text inside every other form. */
export interface PlainPackage {
  readonly video: Readonly<Record<string, unknown>>;
}

/** A package in form 2. */
export interface SealedPackage {
  readonly v: 2;
  readonly kid: string;
  readonly enc: string;
  readonly ct: string;
}

/** The package in form `plain`. */
export function plainPackage(capture: Capture): PlainPackage {
  const frames = capture.frames.map(({ image, milliseconds }) => {
    const data = encodeBase64(image);
    return milliseconds === undefined ? { data } : { data, timestamp: milliseconds };
  });
  const workflowData = { workflow: capture.workflow ?? "charlie4", rotation: capture.rotation ?? 0, frames };
  return {
    video: capture.metaData ? { workflow_data: workflowData, meta_data: capture.metaData } : { workflow_data:
    workflowData },
  };
}

/** The tenant's P-256 package key. */
export class PackageKey {
  private constructor(readonly keyId: string, private readonly key: CryptoKey) {}

  /** Reads a key, and holds it against its id: base64url of the first 16 bytes of SHA-256 over its SPKI. */
  static async read(keyId: string, pem: string): Promise<PackageKey> {
    const body = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem)?.[1];
    if (body === undefined) throw new Error("not a public key in PEM");
    const spki = decodeBase64(body.replace(/\s/g, ""));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", buffer(spki)));
    if (encodeBase64URL(digest.subarray(0, 16)) !== keyId) throw new Error("the key is not the one that its id names");
    const curve = { name: "ECDH", namedCurve: "P-256" };
    return new PackageKey(keyId, await crypto.subtle.importKey("spki", buffer(spki), curve, true, []));
  }

  /**
   * A package in form 2: it opens with this enrollment's token alone, and with the challenge that it answers.
   *
   * @param token the enrollment's; `STATELESS` where there is no enrollment.
   * @param challenge the id of the challenge that the capture answers.
   */
  async seal(content: PlainPackage, token: string, challenge?: string): Promise<SealedPackage> {
    const bound = utf8(challenge === undefined ? token : `${token}\n${challenge}`);
    const sealed = await seal(this.key, utf8(PACKAGE_INFO), bound, utf8(JSON.stringify(content)));
    return { v: 2, kid: this.keyId, enc: encodeBase64(sealed.encapsulated), ct: encodeBase64(sealed.ciphertext) };
  }
}
