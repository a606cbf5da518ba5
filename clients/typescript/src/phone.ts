import type { Consent } from "./calls.js";
import type { AuthenticateResponse, EnrollResponse } from "./models.js";
import { ReturningCaller } from "./returning.js";
import type { Transport } from "./transport.js";

/** One session's steps. Its bearer opens the enrollment or authentication of this session and nothing else. */
export class Phone extends ReturningCaller {
  #held: string | undefined;

  constructor(transport: Transport, apiKey: string, private readonly sessionToken: string) {
    super(transport, apiKey);
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
        body: JSON.stringify({ sessionToken: this.sessionToken }),
      });
      if (answer.status !== 200) throw answer.refusal();
      this.#held = answer.json<{ accessToken: string }>().accessToken;
    }
    return this.#held;
  }
}
