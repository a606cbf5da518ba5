/* Which of the camera's frames a capture keeps: `count` of them evenly over a time, as far as the device keeps up. */
/** Milliseconds: half a frame early is nearer than a whole one late. */
export const EARLY = 16;
/** So many are compressed at a time. */
const MOST_WRITING = 3;

export class Pace {
  #count;
  #interval;
  #next = 0;
  #left = new Set();

  constructor(count, milliseconds) {
    this.#count = count;
    this.#interval = milliseconds / Math.max(1, count - 1);
  }

  /** Whether to keep a frame. @param elapsed milliseconds since the first; `writing`: how many are being compressed. */
  keeps(elapsed, writing) {
    const moment = this.#interval ? Math.floor((elapsed + EARLY) / this.#interval) : 0;
    if (moment < this.#next || this.#next >= this.#count) return false;
    if (writing >= MOST_WRITING) {
      this.#left.add(moment);
      return false;
    }
    this.#left.delete(moment);
    this.#next = this.#interval ? moment + 1 : this.#count;
    return true;
  }

  /** Whether moments passed of which there was a frame, and no time to keep it. */
  get isBehind() {
    return this.#left.size > 0;
  }
}
