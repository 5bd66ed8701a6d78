/** Bytes that grow. Numbers are whole, at least 0 and below 2^53. */
export class ByteWriter {
  private bytes = new Uint8Array(1_024);
  length = 0;

  /** Appends a number, seven bits per byte, the lowest first. Small numbers are short. */
  number(value: number): void {
    if (this.length + 8 > this.bytes.length) this.grow(8);
    let rest = value;
    for (; rest > 0x7f_ff_ff_ff; rest = Math.floor(rest / 128)) this.bytes[this.length++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) this.bytes[this.length++] = (rest & 127) | 128;
    this.bytes[this.length++] = rest;
  }

  /** Appends what another writer has. */
  append(other: ByteWriter): void {
    this.grow(other.length);
    this.bytes.set(other.bytes.subarray(0, other.length), this.length);
    this.length += other.length;
  }

  appendBytes(bytes: Uint8Array): void {
    this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  clear(): void {
    this.length = 0;
  }

  /** A copy of the bytes. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private grow(by: number): void {
    if (this.length + by <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
