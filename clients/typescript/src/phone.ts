import type { Consent } from "./calls.js";
import { DeviceKey } from "./device-key.js";
import type { AuthenticateResponse, EnrollResponse } from "./models.js";
import { ReturningCaller } from "./returning.js";
import type { Transport } from "./transport.js";

/**
 * One session's steps. Its bearer opens the enrollment or authentication of this session and nothing else, and nothing
 * without the phone's key: the first phone that asks has the session.
 */
export class Phone extends ReturningCaller {
  #held: string | undefined;
  #key: Promise<DeviceKey> | undefined;

  /** @param key of the phone, kept from before; a new one where absent. */
  constructor(transport: Transport, apiKey: string, private readonly sessionToken: string, key?: DeviceKey) {
    super(transport, apiKey);
    if (key !== undefined) this.#key = Promise.resolve(key);
  }

  /**
   * Starts the session's enrollment; the same session again gives the same one. Of a session that was triggered for a
   * re-enrollment the answer has `reEnrollmentToken`.
   */
  enroll(consent?: Consent): Promise<EnrollResponse> {
    const given = consent === undefined ? {} : { consent };
    return this.enrollAs({ sessionToken: this.sessionToken, ...given });
  }

  /** Starts the session's authentication; the same session again gives the same one. */
  authenticate(): Promise<AuthenticateResponse> {
    return this.authenticateAs({ sessionToken: this.sessionToken });
  }

  /** The key that the session is bound to. */
  override key(): Promise<DeviceKey> {
    return (this.#key ??= DeviceKey.generate());
  }

  /** Exchanges the session token for a bearer. Every other call does so by itself where it has to. */
  async validate(): Promise<void> {
    await this.bearer(true);
  }

  protected async bearer(isRefused: boolean): Promise<string> {
    if (this.#held === undefined || isRefused) {
      const answer = await this.transport.send({
        method: "POST",
        path: "/tokenVerify/validateSession",
        headers: { "Content-Type": "application/json", apikey: this.apiKey },
        proof: { key: await this.key() },
        body: JSON.stringify({ sessionToken: this.sessionToken }),
      });
      if (answer.status !== 200) throw answer.refusal();
      this.#held = answer.json<{ accessToken: string }>().accessToken;
    }
    return this.#held;
  }
}
