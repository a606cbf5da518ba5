import type { DeviceKey } from "./device-key.js";
import { encodeBase64 } from "./encoding.js";
import { OnboardingError } from "./errors.js";
import type {
  AddDocumentResponse, AddFaceResponse, Challenge, EnrollResponse, OperationStatusResponse, ReviewRequestedResponse,
  StepResponse,
} from "./models.js";
import { PackageKey, plainPackage, type Capture } from "./packages.js";
import type { Answer, Exchange, Transport } from "./transport.js";

const STEPS = "/onboarding/enrollment";

/** What the person agreed to, and when. */
export interface Consent {
  /** SHA-256 of the text that was shown, hexadecimal. */
  readonly textHash: string;
  readonly textVersion: string;
  /** A BCP 47 tag. */
  readonly language: string;
  /** ISO 8601 with offset. */
  readonly acceptedAt: string;
}

/** Someone with an API key and a bearer, which is fetched when it is needed and when it has expired. */
export abstract class Caller {
  constructor(protected readonly transport: Transport, protected readonly apiKey: string) {}

  /** The bearer; a new one where the server refused the last. */
  protected abstract bearer(isRefused: boolean): Promise<string>;

  /** The key that bearers are bound to; undefined where they are not. */
  protected key(): Promise<DeviceKey | undefined> {
    return Promise.resolve(undefined);
  }

  // The steps of an enrollment, in their order.

  /** Records the person's consent. */
  consent(enrollmentToken: string, consent: Consent): Promise<StepResponse> {
    return this.post(`${STEPS}/consent`, { enrollmentToken, consent });
  }

  /** Registers the device; the public key is P-256, a SubjectPublicKeyInfo in DER. */
  addDevice(enrollmentToken: string, deviceId: string, publicKey?: Uint8Array): Promise<StepResponse> {
    const key = publicKey === undefined ? {} : { publicKey: encodeBase64(publicKey) };
    return this.post(`${STEPS}/addDevice`, { enrollmentToken, deviceId, ...key });
  }

  /** Asks what the next capture of the face has to show. */
  async challengeFace(enrollmentToken: string): Promise<Challenge> {
    const answer = await this.post<{ challenge: Challenge }>(`${STEPS}/challengeFace`, { enrollmentToken });
    return answer.challenge;
  }

  /** Sends a capture of the face, sealed in form 2 for this enrollment and for the challenge whose id is given. */
  async addFace(enrollmentToken: string, capture: Capture, challenge?: string): Promise<AddFaceResponse> {
    const key = await this.packageKey();
    const faceLivenessData = await key.seal(plainPackage(capture), enrollmentToken, challenge);
    const answered = challenge === undefined ? {} : { challenge };
    return this.post(`${STEPS}/addFace`, { enrollmentToken, faceLivenessData, ...answered });
  }

  /**
   * Sends the images of an identity document, one to six: JPEG, PNG, WebP, HEIC or AVIF, taken in white light. Rules
   * (`documentValidationRules`) can only make the decision stricter.
   */
  addDocument(
    enrollmentToken: string, images: readonly Uint8Array[], rules?: Readonly<Record<string, unknown>>,
  ): Promise<AddDocumentResponse> {
    const documentImage = images.map((image) => ({ image: encodeBase64(image) }));
    const instructions = rules === undefined ? {} : { processingInstructions: { documentValidationRules: rules } };
    return this.post(`${STEPS}/addDocumentOCR`, { enrollmentToken, documentsInfo: { documentImage }, ...instructions });
  }

  /** Ends an enrollment. */
  cancel(enrollmentToken: string): Promise<StepResponse> {
    return this.post(`${STEPS}/cancel`, { enrollmentToken });
  }

  /** Takes the consent back; what is known of the person is erased. */
  withdrawConsent(enrollmentToken: string): Promise<StepResponse> {
    // Once it was done the token is unknown, so that a repeat would be refused.
    return this.post(`${STEPS}/withdrawConsent`, { enrollmentToken }, {}, false);
  }

  /** Asks for a human to look at what the machine has refused. */
  requestReview(enrollmentToken: string): Promise<ReviewRequestedResponse> {
    return this.post(`${STEPS}/requestReview`, { enrollmentToken });
  }

  // What both may ask.

  /** How far a session's enrollment or authentication is. */
  status(sessionToken: string): Promise<OperationStatusResponse> {
    return this.get(`/onboarding/b2c/operationStatus/${encodeURIComponent(sessionToken)}`);
  }

  /** The tenant's key for packages of form 2. The server replaces it now and then, so it is asked for each time. */
  async packageKey(): Promise<PackageKey> {
    const keys = await this.get<{ ec: { kid: string; pem: string } }>("/onboarding/admin/getPublicKey");
    try {
      return await PackageKey.read(keys.ec.kid, keys.ec.pem);
    } catch (error) {
      throw new OnboardingError(0, "ANSWER_INVALID", String(error));
    }
  }

  // Requests.

  protected enrollAs(document: object, idempotencyKey?: string): Promise<EnrollResponse> {
    return this.post(`${STEPS}/enroll`, document, keyed(idempotencyKey));
  }

  protected async get<T>(path: string): Promise<T> {
    return (await this.done({ method: "GET", path, headers: {} })).json<T>();
  }

  protected async post<T>(
    path: string, document: object, headers: Readonly<Record<string, string>> = {}, isRepeatable = true,
  ): Promise<T> {
    const all = { "Content-Type": "application/json", ...headers };
    const body = JSON.stringify(document);
    return (await this.done({ method: "POST", path, headers: all, body, isRepeatable })).json<T>();
  }

  /** An answer that is no refusal; an expired bearer is replaced once. */
  protected async done(exchange: Exchange): Promise<Answer> {
    let answer = await this.sent(exchange, await this.bearer(false));
    if (answer.status === 401 && ["TOKEN_EXPIRED", "TOKEN_INVALID"].includes(answer.refusal().reason)) {
      answer = await this.sent(exchange, await this.bearer(true));
    }
    if (answer.status < 200 || answer.status > 299) throw answer.refusal();
    return answer;
  }

  private async sent(exchange: Exchange, bearer: string): Promise<Answer> {
    const key = await this.key();
    const scheme = key === undefined ? "Bearer" : "DPoP";
    const own = { Accept: "application/json", apikey: this.apiKey, Authorization: `${scheme} ${bearer}` };
    const proof = key === undefined ? {} : { proof: { key, bearer } };
    return this.transport.send({ ...exchange, ...proof, headers: { ...own, ...exchange.headers } });
  }
}

/** The header under which the server does a call once, however often it is sent. */
export const keyed = (idempotencyKey?: string): Record<string, string> => ({
  "Idempotency-Key": idempotencyKey ?? crypto.randomUUID(),
});
