import { sign } from "./tokens.js";

/** What a tenant's client signs in with. */
export interface Credentials {
  /** For whom receipts are made. */
  readonly clientId: string;
  /** The form's members for one request to this endpoint. */
  fields(tokenEndpoint: string): Promise<Record<string, string>>;
}

/** A client id and its secret (RFC 6749 §2.3.1). Not for browsers: whoever opens the page has the secret. */
export class ClientSecret implements Credentials {
  readonly #secret: string;

  constructor(readonly clientId: string, clientSecret: string) {
    this.#secret = clientSecret;
  }

  async fields(): Promise<Record<string, string>> {
    return { client_id: this.clientId, client_secret: this.#secret };
  }
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** Seconds for which an assertion is good; it is made for one request. */
const ASSERTION_LIFE = 60;

export interface AssertionOptions {
  /** Names the key where the client has several. */
  readonly keyId?: string;
  /** Whom the assertion is for: the token endpoint unless said otherwise. */
  readonly audience?: string;
}

/**
 * A client id and a private key, of which the server knows the public half (RFC 7523 §2.2): a P-256 key for ECDSA or an
 * RSA key for RSASSA-PKCS1-v1_5. It may be one that WebCrypto does not give out.
 */
export class PrivateKeyJWT implements Credentials {
  constructor(readonly clientId: string, readonly key: CryptoKey, readonly options: AssertionOptions = {}) {}

  async fields(tokenEndpoint: string): Promise<Record<string, string>> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.clientId,
      sub: this.clientId,
      aud: this.options.audience ?? tokenEndpoint,
      jti: crypto.randomUUID(),
      iat: now,
      exp: now + ASSERTION_LIFE,
    };
    const header = this.options.keyId === undefined ? { typ: "JWT" } : { typ: "JWT", kid: this.options.keyId };
    return {
      client_id: this.clientId,
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await sign(header, claims, this.key),
    };
  }
}
