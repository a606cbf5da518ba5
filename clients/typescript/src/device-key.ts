import { buffer, encodeBase64URL, utf8 } from "./encoding.js";

const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/**
 * The key that a phone's session is bound to (DPoP, RFC 9449). Keep its pair, which may be one whose private half nobody
 * reads, to go on after a restart: a phone without the key of its session is another phone.
 */
export class DeviceKey {
  #nonce: string | undefined;

  private constructor(readonly pair: CryptoKeyPair, private readonly jwk: JsonWebKey) {}

  static async generate(): Promise<DeviceKey> {
    return DeviceKey.of(await crypto.subtle.generateKey(ECDSA, false, ["sign"]) as CryptoKeyPair);
  }

  /** @param pair of ECDSA on P-256. */
  static async of(pair: CryptoKeyPair): Promise<DeviceKey> {
    const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
    return new DeviceKey(pair, { kty, crv, x, y } as JsonWebKey);
  }

  /** What the server gave out last, in place of this device's clock. */
  remember(nonce: string | null): void {
    this.#nonce = nonce ?? this.#nonce;
  }

  /** A proof for one request. @param bearer that it is sent with. */
  async proof(method: string, url: string, bearer?: string): Promise<string> {
    const part = (document: object) => encodeBase64URL(utf8(JSON.stringify(document)));
    const header = { typ: "dpop+jwt", alg: "ES256", jwk: this.jwk };
    const ath = bearer && encodeBase64URL(
      new Uint8Array(await crypto.subtle.digest("SHA-256", buffer(utf8(bearer)))));
    const iat = Math.floor(Date.now() / 1000);
    const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat, nonce: this.#nonce, ath };
    const signed = `${part(header)}.${part(claims)}`;
    const signature = await crypto.subtle.sign(ECDSA, this.pair.privateKey, buffer(utf8(signed)));
    return `${signed}.${encodeBase64URL(new Uint8Array(signature))}`;
  }
}
