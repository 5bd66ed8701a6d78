const FIRST_CAPACITY = 1 << 12;
const MAX_LOAD = 0.6;

/**
 * A map from positive safe integers (hash53) to unsigned 32-bit integers, in typed arrays. A slot takes 12 bytes
 * whatever the values are.
 */
export class HashTable {
  private keys = new Float64Array(FIRST_CAPACITY);
  private values = new Uint32Array(FIRST_CAPACITY);
  size = 0;

  /** The value of a key, or -1 if there is none. */
  get(key: number): number {
    const at = this.slotOf(key);
    return this.keys[at] === key + 1 ? this.values[at]! : -1;
  }

  /** `value` must be in 0 to 2³² − 1. */
  set(key: number, value: number): void {
    if (this.size >= this.keys.length * MAX_LOAD) this.grow();
    const at = this.slotOf(key);
    if (this.keys[at] === 0) this.size++;
    // 0 marks an empty slot, so keys are stored plus one.
    this.keys[at] = key + 1;
    this.values[at] = value;
  }

  /** The position of a key, or the free slot for it. */
  private slotOf(key: number): number {
    const { length } = this.keys;
    let at = key % length;
    while (this.keys[at] !== 0 && this.keys[at] !== key + 1) at = at + 1 === length ? 0 : at + 1;
    return at;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.values = new Uint32Array(keys.length * 2);
    this.size = 0;
    keys.forEach((key, at) => key !== 0 && this.set(key - 1, values[at]!));
  }
}
