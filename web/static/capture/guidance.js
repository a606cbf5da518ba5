/** One message at a time: what is shown changes after three equal judgements in a row, and stays for 1.2 s. */
const [EQUAL, LEAST] = [3, 1200];

export class Guidance {
  /** The code that is shown, or null. */
  shown = null;
  #since = -Infinity;
  #last = null;
  #count = 0;

  /** @returns whether another message is to be shown at this time, in milliseconds. */
  judge(code, now) {
    this.#count = code === this.#last ? this.#count + 1 : 1;
    this.#last = code;
    if (code === this.shown || this.#count < EQUAL || now - this.#since < LEAST) return false;
    this.shown = code;
    this.#since = now;
    return true;
  }

  /** Nothing is known any more. Silence is never wrong, so it comes at once. */
  forget() {
    this.shown = this.#last = null;
    this.#since = -Infinity;
  }
}
