import { Caller, type Consent } from "./calls.js";
import type { EnrollResponse } from "./models.js";
import type { Transport } from "./transport.js";

/** One session's steps. Its bearer opens the enrollment of this session and nothing else. */
export class Phone extends Caller {
  #held: string | undefined;

  constructor(transport: Transport, apiKey: string, private readonly sessionToken: string) {
    super(transport, apiKey);
  }

  /** Starts the session's enrollment; the same session again gives the same one. */
  enroll(consent?: Consent): Promise<EnrollResponse> {
    const given = consent === undefined ? {} : { consent };
    return this.enrollAs({ sessionToken: this.sessionToken, ...given });
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
