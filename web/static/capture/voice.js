/* What is said to who listens, from one queue. What is urgent drops what waits, and nothing is said on top of it. */
/** Milliseconds since the sentence before; what is urgent comes sooner. */
const [APART, URGENT_APART] = [2000, 500];

export class Voice {
  #speak;
  #queue = [];
  #timer = 0;
  #spokenAt = -Infinity;

  /** @param speak is given a sentence, and whether it is urgent. */
  constructor(speak) {
    this.#speak = speak;
  }

  /** Says a sentence when its time has come; of those that are not urgent the newest. */
  say(text, isUrgent = false) {
    this.#queue = [...this.#queue.filter((one) => one.isUrgent && !isUrgent), { text, isUrgent }];
    this.#wait();
  }

  /** What waits is true no longer. */
  forget() {
    this.#queue = [];
    clearTimeout(this.#timer);
  }

  #wait() {
    clearTimeout(this.#timer);
    const [next] = this.#queue;
    if (!next) return;
    const due = this.#spokenAt + (next.isUrgent ? URGENT_APART : APART);
    this.#timer = setTimeout(() => {
      this.#spokenAt = performance.now();
      this.#queue.shift();
      this.#speak(next.text, next.isUrgent);
      this.#wait();
    }, Math.max(0, due - performance.now()));
  }
}
