import { FACT_BYTES, readFacts, type SearchFacts } from "./page-facts";

/** Where a page lies: the number of its part, and its place in it. */
export interface PagePlace {
  part: number;
  at: number;
}

/**
 * The pages of a run in their order, from the facts of its parts. A page that is in several parts, or twice in one, counts
 * where it was stored last. A page takes 88 bytes.
 */
export class PageIndex {
  private readonly facts: Float64Array;
  /** Ordinal of the part of each record. */
  private readonly partOf: Uint32Array;
  private readonly starts: number[] = [];
  /** Records of the run's pages, by `seq`. */
  private readonly order: Uint32Array;

  /** `parts`: in the order in which they were stored. */
  constructor(private readonly parts: ReadonlyArray<{ number: number; facts: ArrayBuffer }>) {
    const bytes = new Uint8Array(parts.reduce((sum, { facts }) => sum + facts.byteLength, 0));
    const count = bytes.length / FACT_BYTES;
    this.partOf = new Uint32Array(count);
    let records = 0;
    for (const [ordinal, { facts }] of parts.entries()) {
      bytes.set(new Uint8Array(facts), records * FACT_BYTES);
      this.starts.push(records);
      const end = records + facts.byteLength / FACT_BYTES;
      this.partOf.fill(ordinal, records, end);
      records = end;
    }
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
    return { part: this.parts[ordinal]!.number, at: record - this.starts[ordinal]! };
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

  /** The pages of parts, each with its position and its place in its part. */
  byPart(): Map<number, Array<{ position: number; at: number }>> {
    const pages = new Map<number, Array<{ position: number; at: number }>>();
    for (let position = 0; position < this.size; position++) {
      const { part, at } = this.placeAt(position);
      const places = pages.get(part);
      if (places) places.push({ position, at });
      else pages.set(part, [{ position, at }]);
    }
    return pages;
  }
}
