import { buffer, utf8 } from "./encoding.js";
import { OnboardingError } from "./errors.js";
import { isSignedBy, partsOf, type JSONObject, type TokenParts } from "./tokens.js";

/** What a receipt says; times are seconds since 1970 (`docs/contract.md`, Receipts). */
export interface ReceiptClaims {
  readonly iss: string;
  readonly aud: string;
  /** The enrollment's id. */
  readonly sub: string;
  readonly iat: number;
  readonly jti: string;
  readonly typ: "Receipt";
  readonly version: 1;
  readonly test: boolean;
  /** Whose script the decisions follow, in a test tenant: nothing was measured (`docs/sandbox.md`). */
  readonly sandbox_persona?: string;
  readonly state: string;
  readonly reason?: string;
  readonly registration_code?: string;
  readonly reference?: string;
  readonly begun_at: number;
  readonly ended_at: number;
  readonly checks: readonly { readonly check: string; readonly accepted_at: number }[];
  readonly evidence: readonly { readonly id: string; readonly kind: string; readonly sha256: string }[];
  readonly chain_head: string;
  readonly chain_length: number;
}

/** The same of one time that a registered person came back, an authentication or a re-enrollment. */
export interface AuthenticationReceiptClaims extends Omit<ReceiptClaims, "typ"> {
  readonly typ: "AuthenticationReceipt";
  readonly purpose: "authenticate" | "reEnroll";
  /** The registration's. */
  readonly enrollment_id: string;
  readonly device?: string;
  readonly device_change?: string;
}

/** What was erased of an enrollment, when and by whom (`docs/contract.md`, Certificates of erasures). */
export interface ErasureCertificateClaims {
  readonly tenant: string;
  /** SHA-256 of the enrollment's id, hexadecimal: nothing names the person any more. */
  readonly sub: string;
  readonly erased_at: number;
  readonly iat: number;
  readonly jti: string;
  readonly typ: "Erasure";
  readonly version: 1;
  readonly erased?: { readonly [what: string]: number };
  readonly by: string;
  readonly proposed_by?: string;
  readonly audit_entry: number;
  readonly erasure_journal: { readonly entry: number; readonly code: string };
  readonly remaining: readonly { readonly what: string; readonly why: string }[];
}

/** A certificate whose signature was verified. */
export interface ErasureCertificate {
  /** As the server sent it: keep this, it is what proves. */
  readonly token: string;
  readonly claims: ErasureCertificateClaims;
}

/** A receipt whose signature was verified. `sub` of an authentication's is its id. */
export interface AuthenticationReceipt {
  readonly token: string;
  readonly claims: AuthenticationReceiptClaims;
}

/** A receipt whose signature was verified. */
export interface Receipt {
  /** As the server sent it: keep this, it is what proves. */
  readonly token: string;
  readonly claims: ReceiptClaims;
}

/**
 * The receipt, once its signature, issuer and audience are as they must be.
 *
 * @param keys the realm's key set, `keys` of it; those of receipts stay there for ever.
 * @param issuer the realm's, as its discovery document says.
 * @param clientId the tenant's client, for whom receipts are made.
 * @throws OnboardingError `RECEIPT_INVALID`, or `RECEIPT_KEY_UNKNOWN` where the set has no such key (read it anew).
 */
export async function verifyReceipt(
  token: string, keys: readonly JSONObject[], issuer: string, clientId: string,
): Promise<Receipt> {
  const claims = await verified(token, keys, issuer, clientId, "receipt+jwt", "Receipt");
  return { token, claims: claims as unknown as ReceiptClaims };
}

/** The same of an authentication or a re-enrollment. Neither takes a receipt of the other kind. */
export async function verifyAuthenticationReceipt(
  token: string, keys: readonly JSONObject[], issuer: string, clientId: string,
): Promise<AuthenticationReceipt> {
  const types = ["authentication-receipt+jwt", "AuthenticationReceipt"] as const;
  const claims = await verified(token, keys, issuer, clientId, ...types);
  return { token, claims: claims as unknown as AuthenticationReceiptClaims };
}

/**
 * The certificate of an erasure, once its signature is as it must be.
 *
 * @param keys the realm's key set, `keys` of it.
 * @param enrollmentId of which it has to be; none for any.
 * @throws OnboardingError as of a receipt.
 */
export async function verifyErasureCertificate(
  token: string, keys: readonly JSONObject[], enrollmentId?: string,
): Promise<ErasureCertificate> {
  const claims = (await signed(token, keys, "erasure+jwt", "Erasure")) as unknown as ErasureCertificateClaims;
  if (enrollmentId !== undefined && claims.sub !== (await digest(enrollmentId))) {
    throw invalid("It is another enrollment's");
  }
  return { token, claims };
}

/** SHA-256, hexadecimal. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", buffer(utf8(text))));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The claims, once signature, issuer, audience and both types are as they must be. */
async function verified(
  token: string, keys: readonly JSONObject[], issuer: string, clientId: string, headerType: string, type: string,
): Promise<JSONObject> {
  const claims = await signed(token, keys, headerType, type);
  if (claims["iss"] !== issuer || claims["aud"] !== clientId) throw invalid("It is another realm's or client's");
  return claims;
}

/** The claims, once signature and both types are as they must be. */
async function signed(
  token: string, keys: readonly JSONObject[], headerType: string, type: string,
): Promise<JSONObject> {
  const { header, claims, signature, signed: text } = read(token);
  if (header["typ"] !== headerType || header["alg"] !== "ES256") throw invalid("It is no receipt");
  const key = keys.find((key) => key["kid"] === header["kid"]);
  if (!key) throw new OnboardingError(0, "RECEIPT_KEY_UNKNOWN", "The key set does not have the receipt's key");
  if (!(await isSignedBy(key, signature, text))) throw invalid("The signature does not fit");
  if (claims["typ"] !== type || claims["version"] !== 1) throw invalid("Its version is not known");
  return claims;
}

function read(token: string): TokenParts {
  try {
    return partsOf(token);
  } catch {
    throw invalid("It is no compact JWS");
  }
}

const invalid = (message: string): OnboardingError => new OnboardingError(0, "RECEIPT_INVALID", message);
