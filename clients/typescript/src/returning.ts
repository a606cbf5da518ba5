import { Caller, keyed } from "./calls.js";
import { buffer, encodeBase64, utf8 } from "./encoding.js";
import type {
  AuthenticateResponse, AuthenticationStepResponse, Challenge, CompleteReEnrollResponse, VerifyDeviceResponse,
  VerifyDocumentResponse, VerifyFaceResponse,
} from "./models.js";
import { plainPackage, type Capture } from "./packages.js";

const AUTHENTICATION = "/onboarding/authentication";
const RE_ENROLLMENT = "/onboarding/reEnrollment";

/** How requests of a flow name its token. */
type Token = { readonly authToken: string } | { readonly reEnrollmentToken: string };

/**
 * Someone who can go through an authentication and through a re-enrollment. Checks come in the order of
 * `requiredChecks`. One that fails uses up an attempt of the registration; after the last of them every call is refused
 * as `REGISTRATION_LOCKED`, with `retryAfter`.
 */
export abstract class ReturningCaller extends Caller {
  // An authentication, by the token of `authenticate`.

  /**
   * Shows that this is a registered device.
   *
   * @param key the private key (ECDSA, P-256) whose public half was registered with it, or the signature that a
   *   device's own key store made: SHA-256 over the UTF-8 bytes of the token, in DER. Absent for a device without a key,
   *   which a tenant may refuse.
   */
  async verifyDevice(
    authToken: string, deviceId: string, key?: CryptoKey | Uint8Array,
  ): Promise<VerifyDeviceResponse> {
    const signature = key === undefined ? {} : { signature: encodeBase64(await signatureBy(key, authToken)) };
    return this.post(`${AUTHENTICATION}/verifyDevice`, { authToken, deviceId, ...signature });
  }

  /** Asks what the next capture of the face has to show. */
  async challengeVerification(authToken: string): Promise<Challenge> {
    return this.challenge(AUTHENTICATION, { authToken });
  }

  /** Sends a capture of the face, sealed in form 2 for this authentication and for the challenge whose id is given. */
  verifyFace(authToken: string, capture: Capture, challenge?: string): Promise<VerifyFaceResponse> {
    return this.face(AUTHENTICATION, { authToken }, authToken, capture, challenge);
  }

  /** Sends the images of an identity document of the same person, one to six. */
  verifyDocument(authToken: string, images: readonly Uint8Array[]): Promise<VerifyDocumentResponse> {
    return this.document(AUTHENTICATION, { authToken }, images);
  }

  /** Ends an authentication. */
  cancelAuthentication(authToken: string): Promise<AuthenticationStepResponse> {
    return this.post(`${AUTHENTICATION}/cancel`, { authToken });
  }

  // A re-enrollment, by the token that `enroll` answers of somebody who is registered.

  /** Asks what the next capture of the face has to show. */
  async challengeReEnrollment(reEnrollmentToken: string): Promise<Challenge> {
    return this.challenge(RE_ENROLLMENT, { reEnrollmentToken });
  }

  /** Sends a capture of the face, as `verifyFace` does. */
  verifyReEnrollmentFace(
    reEnrollmentToken: string, capture: Capture, challenge?: string,
  ): Promise<VerifyFaceResponse> {
    return this.face(RE_ENROLLMENT, { reEnrollmentToken }, reEnrollmentToken, capture, challenge);
  }

  /** Sends the images of an identity document of the same person, one to six. */
  verifyReEnrollmentDocument(
    reEnrollmentToken: string, images: readonly Uint8Array[],
  ): Promise<VerifyDocumentResponse> {
    return this.document(RE_ENROLLMENT, { reEnrollmentToken }, images);
  }

  /**
   * Registers the device that it was for; the public key is P-256, a SubjectPublicKeyInfo in DER.
   *
   * @param options `replacesOthers` puts it in the place of all others.
   */
  completeReEnrollment(
    reEnrollmentToken: string, deviceId: string, publicKey?: Uint8Array,
    options: { readonly replacesOthers?: boolean } = {},
  ): Promise<CompleteReEnrollResponse> {
    const key = publicKey === undefined ? {} : { publicKey: encodeBase64(publicKey) };
    const addOrUpdate = options.replacesOthers === true ? 1 : 0;
    return this.post(`${RE_ENROLLMENT}/completeReEnroll`, { reEnrollmentToken, deviceId, addOrUpdate, ...key });
  }

  /** Ends a re-enrollment. */
  cancelReEnrollment(reEnrollmentToken: string): Promise<AuthenticationStepResponse> {
    return this.post(`${RE_ENROLLMENT}/cancel`, { reEnrollmentToken });
  }

  protected authenticateAs(document: object, idempotencyKey?: string): Promise<AuthenticateResponse> {
    return this.post(`${AUTHENTICATION}/authenticate`, document, keyed(idempotencyKey));
  }

  // Steps that both have.

  private async challenge(path: string, named: Token): Promise<Challenge> {
    return (await this.post<{ challenge: Challenge }>(`${path}/challengeFace`, named)).challenge;
  }

  private async face(
    path: string, named: Token, token: string, capture: Capture, challenge?: string,
  ): Promise<VerifyFaceResponse> {
    const key = await this.packageKey();
    const faceLivenessData = await key.seal(plainPackage(capture), token, challenge);
    const answered = challenge === undefined ? {} : { challenge };
    return this.post(`${path}/verifyFace`, { ...named, faceLivenessData, ...answered });
  }

  private document(path: string, named: Token, images: readonly Uint8Array[]): Promise<VerifyDocumentResponse> {
    const documentImage = images.map((image) => ({ image: encodeBase64(image) }));
    return this.post(`${path}/addDocumentOCR`, { ...named, documentsInfo: { documentImage } });
  }
}

/** What WebCrypto signs is r and s, 32 bytes each, which the server takes as well as DER. */
async function signatureBy(key: CryptoKey | Uint8Array, token: string): Promise<Uint8Array> {
  if (key instanceof Uint8Array) return key;
  return new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, buffer(utf8(token))));
}
