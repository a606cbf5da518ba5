import type { DeviceKey } from "./device-key.js";
import { OnboardingError, type Details } from "./errors.js";

/**
 * What is tried again: a connection that broke and a proxy that reached no server, where the server answers the same
 * request as before, and 503 and 409 with Retry-After, where it says that a later try may do.
 */
export interface RetryOptions {
  /** All tries together; 1 never tries again. 5 where absent, which outlasts a restart of the server. */
  readonly tries?: number;
  /** Milliseconds before the second try, doubled before each further one, unless the server names its own; 500. */
  readonly pause?: number;
  /** Whoever is asked to wait longer than this gets the refusal instead; in milliseconds, 10,000. */
  readonly longestPause?: number;
}

export interface TransportOptions {
  readonly retry?: RetryOptions;
  /** Milliseconds for a whole exchange; 60,000 where absent. */
  readonly timeout?: number;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
}

export interface Exchange {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Proved with each try. */
  readonly proof?: { readonly key: DeviceKey; readonly bearer?: string };
  /** Whether a request that may have arrived can be sent again; yes where absent. */
  readonly isRepeatable?: boolean;
}

/** A whole answer. */
export class Answer {
  constructor(readonly status: number, readonly headers: Headers, readonly text: string) {}

  /** The body as an object. @throws OnboardingError `ANSWER_INVALID` where it is none. */
  json<T>(): T {
    const value = this.parsed();
    if (value !== undefined) return value as unknown as T;
    throw new OnboardingError(0, "ANSWER_INVALID", `status ${this.status}, and no JSON object`);
  }

  /** Seconds, as the header says. */
  get retryAfter(): number | undefined {
    const value = this.headers.get("retry-after");
    return value !== null && /^[0-9]+$/.test(value) ? Number(value) : undefined;
  }

  /** Whether a proxy speaks that reached no server: what was asked for may have been done or not. */
  get isOfProxy(): boolean {
    const unreachable = ["ANSWER_INVALID", "SERVER_UNREACHABLE"];
    return [502, 503, 504].includes(this.status) && unreachable.includes(this.refusal().reason);
  }

  /** The answer as an error: the envelope of the server, or what the token endpoint says. */
  refusal(): OnboardingError {
    const document = this.parsed() ?? {};
    const reason = document["reason"] ?? document["error"] ?? "ANSWER_INVALID";
    const message = document["errorMsg"] ?? document["error_description"] ?? "";
    // Operations on users and groups have a number where others have a word.
    const code = document["errorCode"];
    const details = (document["details"] ?? (typeof code === "number" ? { errorCode: code } : {})) as Details;
    const id = this.headers.get("x-request-id") ?? undefined;
    return new OnboardingError(this.status, String(reason), String(message), details, this.retryAfter, id);
  }

  private parsed(): Record<string, unknown> | undefined {
    try {
      const value: unknown = JSON.parse(this.text);
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? (value as Record<string, unknown>)
        : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Where the server is, and how it is spoken to. */
export class Transport {
  readonly baseURL: string;

  /** Throws where the URL is not `https`, and not of this machine either: bearers would be read on the way. */
  constructor(baseURL: string, private readonly options: TransportOptions = {}) {
    const url = new URL(baseURL);
    const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
      throw new Error("without TLS only a server on this machine is spoken to");
    }
    if (url.search || url.hash || url.username) throw new Error(`not the base URL of a server: ${baseURL}`);
    this.baseURL = baseURL.replace(/\/+$/, "");
  }

  /**
   * Sends a request until it has an answer that is not to be tried again; refusals are answers too.
   *
   * @throws OnboardingError `CONNECTION_FAILED` where no answer came.
   */
  async send(exchange: Exchange): Promise<Answer> {
    const { tries = 5, pause = 500, longestPause = 10_000 } = this.options.retry ?? {};
    let isNonceKnown = exchange.proof === undefined;
    for (let attempt = 1; ; attempt += 1) {
      let wait = Math.min(pause * 2 ** (attempt - 1), longestPause);
      try {
        let answer = await this.exchange(exchange);
        // The server has given out another nonce, and nothing else was wrong.
        if (!isNonceKnown && answer.status === 401 && answer.refusal().reason === "DPOP_NONCE_REQUIRED") {
          isNonceKnown = true;
          answer = await this.exchange(exchange);
        }
        const asked = answer.retryAfter === undefined ? undefined : answer.retryAfter * 1000;
        const isForNow = answer.isOfProxy
          ? exchange.isRepeatable !== false
          : (answer.status === 409 || answer.status === 503) && asked !== undefined;
        wait = asked ?? wait;
        if (!isForNow || wait > longestPause || attempt === tries) return answer;
      } catch (error) {
        if (attempt === tries || exchange.isRepeatable === false) {
          const message = `${exchange.method} ${exchange.path}: ${String(error)}`;
          throw new OnboardingError(0, "CONNECTION_FAILED", message);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  private async exchange({ method, path, headers, body, proof }: Exchange): Promise<Answer> {
    const timer = new AbortController();
    const alarm = setTimeout(() => timer.abort(), this.options.timeout ?? 60_000);
    try {
      const shown = proof && { DPoP: await proof.key.proof(method, this.baseURL + path, proof.bearer) };
      const request: RequestInit = { method, headers: { ...headers, ...shown }, redirect: "error", signal: timer.signal };
      if (body !== undefined) request.body = body;
      const response = await (this.options.fetch ?? fetch)(this.baseURL + path, request);
      proof?.key.remember(response.headers.get("dpop-nonce"));
      return new Answer(response.status, response.headers, await response.text());
    } finally {
      clearTimeout(alarm);
    }
  }
}
