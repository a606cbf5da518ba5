import { keyed } from "./calls.js";
import type { Credentials } from "./credentials.js";
import { encodeBase64 } from "./encoding.js";
import { OnboardingError } from "./errors.js";
import type {
  AuthenticateResponse, AuthenticationDetail, EnrollmentDetail, EnrollmentState, EnrollmentSummary, EnrollResponse, FaceAttributes,
  RegistrationDetail, TriggerResponse, TriggerSuccess,
} from "./models.js";
import { plainPackage, STATELESS, type Capture } from "./packages.js";
import { Phone } from "./phone.js";
import {
  verifyAuthenticationReceipt, verifyErasureCertificate, verifyReceipt, type AuthenticationReceipt,
  type ErasureCertificate, type Receipt,
} from "./receipts.js";
import { ReturningCaller } from "./returning.js";
import type { JSONObject } from "./tokens.js";
import { Transport, type TransportOptions } from "./transport.js";

/** A bearer is replaced so many milliseconds before it expires. */
const MARGIN = 30_000;

/** Whom an enrollment is for. An e-mail is needed where the username is new. */
export interface Person {
  readonly username: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** What the tenant calls the case by; comes back in every answer about it. */
  readonly reference?: string;
}

/** What may be asked for with an enrollment or an authentication. */
export interface TriggerOptions {
  /** Has the server send the person the link, to `email` or to the address of the registration. */
  readonly notifyByEmail?: boolean;
}

/** What may be asked for with an authentication. */
export interface AuthenticationOptions extends TriggerOptions {
  /** What the tenant calls this authentication by; comes back in every answer about it. */
  readonly reference?: string;
}

/** Of authentications and re-enrollments; all that is said has to hold. */
export interface AuthenticationSearch {
  readonly reference?: string;
  readonly enrollmentId?: string;
  readonly pageSize?: number;
}

/** All that is said has to hold. */
export interface Search {
  readonly username?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly documentNumber?: string;
  readonly reference?: string;
  readonly enrollmentId?: string;
  readonly sessionToken?: string;
  readonly registrationCode?: string;
  /** A day (UTC) or an instant of beginning. */
  readonly from?: string;
  readonly to?: string;
  readonly states?: readonly EnrollmentState[];
  readonly reasons?: readonly string[];
  readonly reviews?: readonly ("requested" | "accepted" | "refused")[];
  readonly pageSize?: number;
}

export interface PortalOptions extends TransportOptions {
  /** What the bearer is asked to open; all that the credential does where none of the server's is named. */
  readonly scopes?: readonly string[];
  /** The client id that receipts are made for, where the tenant has several clients: its first. */
  readonly receiptAudience?: string;
}

/**
 * A tenant's client: it begins enrollments, asks people back, asks how they stand, and erases. For a back end, not for
 * a page.
 */
export class Portal extends ReturningCaller {
  readonly #realm: string;
  #held: { token: string; until: number } | undefined;
  #signingIn: Promise<string> | undefined;
  #keys: readonly JSONObject[] = [];

  /**
   * @param baseURL the public URL of the installation.
   * @param realm the tenant's realm, as `onboarding tenant create` prints it; so are the next two.
   */
  constructor(
    baseURL: string, realm: string, apiKey: string, private readonly credentials: Credentials,
    private readonly options: PortalOptions = {},
  ) {
    super(new Transport(baseURL, options), apiKey);
    this.#realm = `/auth/realms/${encodeURIComponent(realm)}`;
  }

  // Enrollments.

  /**
   * Begins an enrollment and gives the QR code that hands it to a phone.
   *
   * @param idempotencyKey the same key with the same person gives the same session for 24 hours; one is made up where
   *   none is given.
   * @throws OnboardingError with status 200 where nothing was begun: `USERNAME_REGISTERED`, `RATE_LIMITED` (with
   *   `retryAt` in details), `EMAIL_MISSING`, `USERNAME_MISSING`. With `notifyByEmail` also 400 `MAIL_NOT_CONFIGURED` and
   *   `EMAIL_INVALID`, and 429 `MAIL_LIMIT_REACHED`.
   */
  async trigger(person: Person & TriggerOptions, idempotencyKey?: string): Promise<TriggerSuccess> {
    const path = "/onboarding/b2c/triggerEnroll";
    const answer = await this.post<TriggerResponse>(path, person, keyed(idempotencyKey));
    if (answer.status === "SUCCESS") return answer;
    const details = answer.retryAt === undefined ? {} : { retryAt: answer.retryAt };
    throw new OnboardingError(200, answer.reason, answer.errorSummary, details);
  }

  /** Begins an enrollment without a phone in between. */
  enroll(person: Person & { readonly email: string }, idempotencyKey?: string): Promise<EnrollResponse> {
    return this.enrollAs(person, idempotencyKey);
  }

  /**
   * Asks a registered person back and gives the QR code that hands the authentication to a phone.
   *
   * @throws OnboardingError `NOT_REGISTERED`, `AUTHENTICATION_UNAVAILABLE`, `REGISTRATION_LOCKED`; with `notifyByEmail`
   *   also `MAIL_NOT_CONFIGURED`, `EMAIL_INVALID` and `MAIL_LIMIT_REACHED`.
   */
  triggerAuthentication(
    username: string, options: AuthenticationOptions = {}, idempotencyKey?: string,
  ): Promise<TriggerSuccess> {
    return this.post("/onboarding/b2c/triggerAuthenticate", { username, ...options }, keyed(idempotencyKey));
  }

  /**
   * Begins an authentication without a phone in between.
   *
   * @throws OnboardingError `NOT_REGISTERED`, `AUTHENTICATION_UNAVAILABLE`, `REGISTRATION_LOCKED`; `RATE_LIMITED` where
   *   codes are tried.
   */
  authenticate(
    person: ({ readonly username: string } | { readonly registrationCode: string }) & { readonly reference?: string },
    idempotencyKey?: string,
  ): Promise<AuthenticateResponse> {
    return this.authenticateAs(person, idempotencyKey);
  }

  /** Begins a re-enrollment, for another device, of whom a code names; `enroll` does so by username. */
  reEnroll(
    registrationCode: string, idempotencyKey?: string, options: { readonly reference?: string } = {},
  ): Promise<EnrollResponse> {
    return this.enrollAs({ registrationCode, ...options }, idempotencyKey);
  }

  /** The phone's side of a session, for a kiosk or a test: it speaks to the same server. */
  phone(session: TriggerSuccess): Phone {
    return new Phone(this.transport, this.apiKey, session.sessionToken);
  }

  /** Enrollments of which all that is said holds, the newest first; pages are fetched as they are needed. */
  search(search: Search = {}): AsyncGenerator<EnrollmentSummary, void, undefined> {
    return this.found("/onboarding/admin/enrollments/search", search);
  }

  /** The times that registered persons came back, as `search`; without scores. */
  searchAuthentications(
    search: AuthenticationSearch = {},
  ): AsyncGenerator<AuthenticationDetail, void, undefined> {
    return this.found("/onboarding/admin/authentications/search", search);
  }

  private async *found<Found>(path: string, search: object): AsyncGenerator<Found, void, undefined> {
    let cursor: string | undefined;
    do {
      const document = cursor === undefined ? search : { ...search, cursor };
      const page: { list: readonly Found[]; nextCursor?: string } = await this.post(path, document);
      yield* page.list;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  /** One time that a registered person came back, whatever became of it. */
  authentication(enrollmentId: string, authenticationId: string): Promise<AuthenticationDetail> {
    return this.get(authenticationPath(enrollmentId, authenticationId));
  }

  /** All that the tenant is told of an enrollment, whatever became of it. */
  enrollment(enrollmentId: string): Promise<EnrollmentDetail> {
    return this.get(`/onboarding/admin/enrollment/${encodeURIComponent(enrollmentId)}`);
  }

  /** The same by registration code. */
  async registration(registrationCode: string): Promise<EnrollmentDetail> {
    return (await this.registrationDetail(registrationCode)).enrollment;
  }

  /** A registration with its devices, what has happened to it, and until when it is locked. */
  registrationDetail(registrationCode: string): Promise<RegistrationDetail> {
    return this.get(`/onboarding/admin/registration/${encodeURIComponent(registrationCode)}`);
  }

  /**
   * Records what a human decided of an enrollment that the machine has refused. Once; needs the scope `review`.
   *
   * @param review why, for whoever has to understand it later, and the name of whoever decided.
   */
  review(
    enrollmentId: string,
    review: { readonly decision: "accepted" | "refused"; readonly reason: string; readonly reviewer: string },
  ): Promise<EnrollmentDetail> {
    return this.post(`/onboarding/admin/enrollment/${encodeURIComponent(enrollmentId)}/review`, review);
  }

  /**
   * A signed statement of how an enrollment ended, verified by the realm's key set.
   *
   * @throws OnboardingError `ENROLLMENT_PENDING` while it goes on; `RECEIPT_INVALID`.
   */
  async receipt(enrollmentId: string): Promise<Receipt> {
    const path = `/onboarding/admin/enrollment/${encodeURIComponent(enrollmentId)}/receipt`;
    const receipt = await this.verified((await this.get<{ receipt: string }>(path)).receipt);
    if (receipt.claims.sub !== enrollmentId) {
      throw new OnboardingError(0, "RECEIPT_INVALID", "It is another enrollment's");
    }
    return receipt;
  }

  /**
   * A signed statement of how an authentication or a re-enrollment ended, verified by the realm's key set.
   *
   * @throws OnboardingError `AUTHENTICATION_PENDING` while it goes on; `RECEIPT_INVALID`.
   */
  async authenticationReceipt(enrollmentId: string, authenticationId: string): Promise<AuthenticationReceipt> {
    const path = `${authenticationPath(enrollmentId, authenticationId)}/receipt`;
    const receipt = await this.verifiedAuthentication((await this.get<{ receipt: string }>(path)).receipt);
    if (receipt.claims.sub !== authenticationId) {
      throw new OnboardingError(0, "RECEIPT_INVALID", "It is another authentication's");
    }
    return receipt;
  }

  /** A receipt of an enrollment that was kept, verified by the realm's key set. */
  verified(receipt: string): Promise<Receipt> {
    return this.byKeys(verifyReceipt, receipt);
  }

  /** The same of an authentication. */
  verifiedAuthentication(receipt: string): Promise<AuthenticationReceipt> {
    return this.byKeys(verifyAuthenticationReceipt, receipt);
  }

  private byKeys<Verified>(
    verify: (token: string, keys: readonly JSONObject[], issuer: string, clientId: string) => Promise<Verified>,
    receipt: string,
  ): Promise<Verified> {
    const issuer = this.transport.baseURL + this.#realm;
    return this.withKeys((keys) => verify(receipt, keys, issuer, this.audience));
  }

  /** Verifies by the keys that are known, and by those of now where the key is not among them. */
  private async withKeys<Verified>(verify: (keys: readonly JSONObject[]) => Promise<Verified>): Promise<Verified> {
    try {
      return await verify(this.#keys);
    } catch (error) {
      if (!(error instanceof OnboardingError) || error.reason !== "RECEIPT_KEY_UNKNOWN") throw error;
    }
    this.#keys = await this.keySet();
    return verify(this.#keys);
  }

  /** Erases the person whose enrollment it is; the ids of all enrollments that were theirs. */
  async erase(enrollmentId: string): Promise<readonly string[]> {
    const path = `/onboarding/admin/enrollment/${encodeURIComponent(enrollmentId)}`;
    // Once it was done the enrollment is unknown, so that a repeat would be refused.
    const answer = await this.done({ method: "DELETE", path, headers: {}, isRepeatable: false });
    return answer.json<{ erasedEnrollments: readonly string[] }>().erasedEnrollments;
  }

  /**
   * A signed statement of the erasure of an enrollment, verified by the realm's key set. Needs the scope `erase`.
   *
   * @throws OnboardingError `ENROLLMENT_UNKNOWN` where nothing proves one; `RECEIPT_INVALID`.
   */
  async erasureCertificate(enrollmentId: string): Promise<ErasureCertificate> {
    const path = `/onboarding/admin/enrollment/${encodeURIComponent(enrollmentId)}/erasureCertificate`;
    const { certificates: tokens } = await this.get<{ certificates: readonly string[] }>(path);
    const [token] = tokens;
    if (token === undefined || tokens.length !== 1) {
      throw new OnboardingError(0, "RECEIPT_INVALID", "It is not one certificate");
    }
    return this.withKeys((keys) => verifyErasureCertificate(token, keys, enrollmentId));
  }

  // Face attributes.

  /**
   * What a face shows, as far as the tenant has switched it on. Needs the scope `attributes`.
   *
   * @param of one image (JPEG, PNG, WebP, HEIC or AVIF), or a capture, which is sealed; of that the best frame is looked at.
   * @throws OnboardingError `FACE_ATTRIBUTES_DISABLED`, `FACE_ATTRIBUTES_PURPOSE_MISSING`, `NO_FACE`, `SEVERAL_FACES`.
   */
  async faceAttributes(of: Uint8Array | Capture): Promise<FaceAttributes> {
    if (of instanceof Uint8Array) return this.post("/face/attributes", { image: encodeBase64(of) });
    const key = await this.packageKey();
    return this.post("/face/attributes", await key.seal(plainPackage(of), STATELESS));
  }

  // Configuration.

  /** The tenant's configuration (`docs/configuration.md`). */
  configuration(): Promise<JSONObject> {
    return this.get("/onboarding/admin/customerConfig");
  }

  /** Lays a change over the configuration; the whole of it as it is then. */
  changeConfiguration(change: JSONObject): Promise<JSONObject> {
    return this.post("/onboarding/admin/customerConfig", change);
  }

  // The realm.

  private get audience(): string {
    return this.options.receiptAudience ?? this.credentials.clientId;
  }

  protected async bearer(isRefused: boolean): Promise<string> {
    if (this.#held !== undefined && !isRefused && Date.now() < this.#held.until) return this.#held.token;
    // Calls at the same time wait for one token.
    this.#signingIn ??= this.signedIn().finally(() => (this.#signingIn = undefined));
    return this.#signingIn;
  }

  private async signedIn(): Promise<string> {
    const path = `${this.#realm}/protocol/openid-connect/token`;
    const fields = await this.credentials.fields(this.transport.baseURL + path);
    const scope = (this.options.scopes ?? ["openid"]).join(" ");
    const answer = await this.transport.send({
      method: "POST",
      path,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "client_credentials", scope, ...fields }).toString(),
      // An assertion is taken once, so a token request is not repeated with the same one.
      isRepeatable: false,
    });
    if (answer.status !== 200) throw answer.refusal();
    const { access_token: token, expires_in: life } = answer.json<{ access_token: string; expires_in: number }>();
    this.#held = { token, until: Date.now() + life * 1000 - MARGIN };
    return token;
  }

  private async keySet(): Promise<readonly JSONObject[]> {
    const path = `${this.#realm}/protocol/openid-connect/certs`;
    const answer = await this.transport.send({ method: "GET", path, headers: {} });
    if (answer.status !== 200) throw answer.refusal();
    return answer.json<{ keys: readonly JSONObject[] }>().keys;
  }
}

const authenticationPath = (enrollmentId: string, authenticationId: string): string =>
  `/onboarding/admin/enrollment/${encodeURIComponent(enrollmentId)}/authentication/${encodeURIComponent(authenticationId)}`;
