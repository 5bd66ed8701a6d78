const FIRST_CAPACITY = 1 << 12;
const MAX_LOAD = 0.6;

/**
 * A map from positive safe integers (hash53) to unsigned 32-bit integers, in typed arrays. A slot takes 12 bytes
 * whatever the values are.
 */
export class HashTable {
  private keys = new Float64Array(FIRST_CAPACITY);
  private values = new Uint32Array(FIRST_CAPACITY);
  /** An odd number. In large tables nobody knows it, so that no site can choose URLs that all get the same slot. */
  private factor = 0x9e3779b1 | 0;
  size = 0;

  /** The value of a key, or -1 if there is none. */
  get(key: number): number {
    const at = this.slotOf(key);
    return this.keys[at] === key + 1 ? this.values[at]! : -1;
  }

  /** Adds one to the value of a key; without one, it becomes 1. */
  add(key: number): void {
    const at = this.slotOf(key);
    if (this.keys[at] === key + 1) this.values[at]!++;
    else this.set(key, 1);
  }

  /** Forgets all keys. */
  clear(): void {
    if (this.keys.length === FIRST_CAPACITY) this.keys.fill(0);
    else {
      this.keys = new Float64Array(FIRST_CAPACITY);
      this.values = new Uint32Array(FIRST_CAPACITY);
    }
    this.size = 0;
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
    const { keys } = this;
    const mask = keys.length - 1;
    let at = Math.imul(key, this.factor) >>> Math.clz32(mask);
    while (keys[at] !== 0 && keys[at] !== key + 1) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { keys, values } = this;
    this.factor = crypto.getRandomValues(new Int32Array(1))[0]! | 1;
    this.keys = new Float64Array(keys.length * 2);
    this.values = new Uint32Array(keys.length * 2);
    this.size = 0;
    keys.forEach((key, at) => key !== 0 && this.set(key - 1, values[at]!));
  }
}
