/** A text in few bits. In the first 64, as two halves, texts that share most of their wording differ little (SimHash). */
export interface TextSketch {
  /** Words that it is made of. */
  words: number;
  halves: readonly [number, number];
  /** 64 digits of four bits, eight in a number (MinHash): how many are the same tells how much of their wording is. 0: none. */
  minima: readonly number[];
}

/** Words that count: nearly every text as a whole, because many begin with the same menu. A bound for the work per page. */
const MAX_WORDS = 10_000;
/** Words (or characters of scripts without spaces) per sequence. */
const LENGTH = 3;
/** Bits to remember sequences by. Few of a page's sequences share one. */
const SEEN_BITS = 65_536;
const MINIMA = 64;
/** Of the smallest hash of a group, as it is kept: 1 to 15. */
const DIGITS = 15;
const UNSET = 0xffffffff;

const WORD = 1;
const SINGLE = 2;
/** What a byte begins: nothing, a word, or (the first byte of most CJK and South-East Asian characters) a word of its own. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xe0 && byte < 0xf0) return SINGLE;
  return byte >= 0x80 || /[0-9A-Za-z]/.test(String.fromCharCode(byte)) ? WORD : 0;
});

/** The hash of a word with one more byte; never 0. Upper and lower case of ASCII letters differ in one bit. */
function mixed(word: number, byte: number): number {
  return Math.imul(word ^ (byte | 32), 0x5bd1e995) | 1;
}

/**
 * Sums up the sequences of three words of a text, each once: cells of a table that say the same must not outweigh what a page
 * is about. Each sequence votes on four of the 64 bits, chosen and signed by its hash: a sparse projection keeps distances as
 * a full one does, at a fraction of its cost (Li, Hastie and Church 2006).
 */
export class TextSketcher {
  private readonly votes = new Int32Array(64);
  private readonly seen = new Int32Array(SEEN_BITS / 32);
  /** The smallest hash of each of 64 groups of sequences. */
  private readonly least = new Uint32Array(MINIMA).fill(UNSET);
  private words = 0;
  private before = 0;
  private beforeThat = 0;
  /** Hash of the word that is being read; 0: none. */
  private word = 0;
  /** Bytes left of a character that is a word of its own. */
  private single = 0;

  get isFull(): boolean {
    return this.words >= MAX_WORDS;
  }

  /** Adds the next `length` bytes of UTF-8. */
  add(data: Uint8Array, length: number): void {
    const { votes, seen, least } = this;
    let { word, single, words, before, beforeThat } = this;
    for (let i = 0; i < length; i++) {
      let byte = data[i]!;
      let kind = KINDS[byte]!;
      if (single > 0) {
        word = mixed(word, byte);
        if (--single > 0) continue;
        kind = 0;
      } else if (kind === WORD) {
        do {
          word = mixed(word, byte);
          byte = data[++i]!;
          kind = KINDS[byte]!;
        } while (kind === WORD && i < length);
        if (i >= length) break;
      }
      // Here a word has ended.
      if (word !== 0) {
        if (++words >= LENGTH) {
          let hash = Math.imul(beforeThat, 0x9e3779b1) ^ Math.imul(before, 0x85ebca6b) ^ Math.imul(word, 0xc2b2ae35);
          hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
          hash ^= hash >>> 13;
          const place = (hash >>> 5) & (SEEN_BITS / 32 - 1);
          const bit = 1 << hash;
          if ((seen[place]! & bit) === 0) {
            seen[place]! |= bit;
            votes[hash & 63]! += 1 - ((hash >>> 5) & 2);
            votes[(hash >>> 8) & 63]! += 1 - ((hash >>> 13) & 2);
            votes[(hash >>> 16) & 63]! += 1 - ((hash >>> 21) & 2);
            votes[(hash >>> 24) & 63]! += 1 - ((hash >>> 29) & 2);
            const other = Math.imul(hash, 0x297a2d39);
            const rank = (other ^ (other >>> 15)) >>> 0;
            if (rank < least[hash >>> 26]!) least[hash >>> 26] = rank;
          }
        }
        beforeThat = before;
        before = word;
        if (words >= MAX_WORDS) break;
      }
      single = kind === SINGLE ? 2 : 0;
      word = kind === SINGLE ? mixed(0, byte) : 0;
    }
    this.word = word;
    this.single = single;
    this.words = words;
    this.before = before;
    this.beforeThat = beforeThat;
  }

  sketch(): TextSketch {
    // A space ends the last word.
    if (!this.isFull) this.add(SPACE, 1);
    const halves = [signs(this.votes, 0), signs(this.votes, 32)] as const;
    return { words: this.words, halves, minima: digits(this.least) };
  }
}

const SPACE = Uint8Array.of(32);

function signs(votes: Int32Array, from: number): number {
  let bits = 0;
  for (let i = 0; i < 32; i++) if (votes[from + i]! > 0) bits |= 1 << i;
  return bits;
}

function digits(least: Uint32Array): number[] {
  return Array.from({ length: MINIMA / 8 }, (_, at) => {
    let packed = 0;
    for (let i = 0; i < 8; i++) {
      const rank = least[8 * at + i]!;
      if (rank !== UNSET) packed |= (1 + (rank % DIGITS)) << (4 * i);
    }
    return packed;
  });
}
