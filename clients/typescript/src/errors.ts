/** What the server says of a refusal beyond its reason: `member`, `limit`, `nextStep` … */
export type Details = Readonly<Record<string, unknown>>;

/**
 * A call that did not do what it was asked for. Compare `reason`, never the message.
 *
 * A refusal of the server has its HTTP status and its reason (`docs/reasons.md` says what to do about each);
 * triggerEnroll refuses with status 200. Where no answer came, the status is 0 and the reason `CONNECTION_FAILED`. What
 * this package refuses by itself has status 0 too: `ANSWER_INVALID`, `RECEIPT_INVALID`, `WEBHOOK_INVALID`.
 */
export class OnboardingError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message = "",
    readonly details: Details = {},
    /** Seconds after which the server says that it is worth trying again. */
    readonly retryAfter?: number,
    /** Names the request in the server's log. */
    readonly requestId?: string,
  ) {
    super(`${reason}${status ? ` (${status})` : ""}${message ? `: ${message}` : ""}`);
    this.name = "OnboardingError";
  }
}
