import { FACT_BYTES, readFacts, type SearchFacts } from "./page-facts";

/** Where a page lies: the number of its part, and its place in it. */
export interface PagePlace {
  part: number;
  at: number;
}

/**
 * The pages of a run in their order, from the facts of its parts. A page that is in several parts, or twice in one, counts
 * where it was stored last. A page takes 92 bytes.
 */
export class PageIndex {
  private readonly facts: Float64Array;
  /** Ordinal of the part of each record. */
  private readonly partOf: Uint32Array;
  private readonly starts: number[] = [];
  private readonly numbers: number[];
  private readonly ordinals = new Map<number, number>();
  /** Records of the run's pages, by `seq`. */
  private readonly order: Uint32Array;
  /** The other way round, made when it is first needed. */
  private positions: Int32Array | undefined;

  /** `parts`: in the order in which they were stored. */
  constructor(parts: ReadonlyArray<{ number: number; facts: ArrayBuffer }>) {
    const bytes = new Uint8Array(parts.reduce((sum, { facts }) => sum + facts.byteLength, 0));
    const count = bytes.length / FACT_BYTES;
    this.partOf = new Uint32Array(count);
    this.numbers = parts.map(({ number }) => number);
    let records = 0;
    for (const [ordinal, { number, facts }] of parts.entries()) {
      this.ordinals.set(number, ordinal);
      bytes.set(new Uint8Array(facts), records * FACT_BYTES);
      this.starts.push(records);
      const end = records + facts.byteLength / FACT_BYTES;
      this.partOf.fill(ordinal, records, end);
      records = end;
    }
    this.starts.push(records);
    this.facts = new Float64Array(bytes.buffer);
    this.order = this.inOrder(count);
  }

  private inOrder(count: number): Uint32Array {
    const seqs = Uint32Array.from({ length: count }, (_, record) => this.seqOf(record));
    const records = Uint32Array.from({ length: count }, (_, record) => record);
    if (seqs.some((seq, record) => record > 0 && seq <= seqs[record - 1]!))
      records.sort((a, b) => seqs[a]! - seqs[b]! || a - b);
    return records.filter((record, i) => i + 1 === count || seqs[records[i + 1]!] !== seqs[record]);
  }

  private seqOf(record: number): number {
    return this.facts[(record * FACT_BYTES) / 8]!;
  }

  get size(): number {
    return this.order.length;
  }

  factsAt(position: number): SearchFacts {
    return readFacts(this.facts, this.order[position]!);
  }

  placeAt(position: number): PagePlace {
    const record = this.order[position]!;
    const ordinal = this.partOf[record]!;
    return { part: this.numbers[ordinal]!, at: record - this.starts[ordinal]! };
  }

  /** The position of the first page after the place `seq` in the run. */
  after(seq: number): number {
    let low = 0;
    for (let high = this.size; low < high;) {
      const middle = (low + high) >> 1;
      if (this.seqOf(this.order[middle]!) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The position of the page with this place in the run; -1: there is none. */
  positionOf(seq: number): number {
    const before = this.after(seq) - 1;
    return before >= 0 && this.seqOf(this.order[before]!) === seq ? before : -1;
  }

  /** For each place of a part, the position of its page; -1: the page was stored again later. */
  positionsIn(number: number): Int32Array {
    if (this.positions === undefined) {
      this.positions = new Int32Array(this.partOf.length).fill(-1);
      for (let position = 0; position < this.size; position++) this.positions[this.order[position]!] = position;
    }
    const ordinal = this.ordinals.get(number)!;
    return this.positions.subarray(this.starts[ordinal], this.starts[ordinal + 1]);
  }

  /** The part has other facts about the same pages now. */
  update(number: number, facts: Uint8Array): void {
    new Uint8Array(this.facts.buffer).set(facts, this.starts[this.ordinals.get(number)!]! * FACT_BYTES);
  }
}
