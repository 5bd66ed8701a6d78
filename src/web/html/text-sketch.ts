/** A text in 64 bits, as two halves: texts that share most of their wording differ in few bits (SimHash). */
export interface TextSketch {
  /** Words that it is made of. */
  words: number;
  halves: readonly [number, number];
}

/** Words that count: enough to tell pages apart, and a bound for the work per page. */
const MAX_WORDS = 1_000;
/** Words (or characters of scripts without spaces) per sequence. */
const LENGTH = 3;

const WORD = 1;
const SINGLE = 2;
/** What a byte begins: nothing, a word, or (the first byte of most CJK and South-East Asian characters) a word of its own. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xe0 && byte < 0xf0) return SINGLE;
  return byte >= 0x80 || /[0-9A-Za-z]/.test(String.fromCharCode(byte)) ? WORD : 0;
});

/**
 * Sums up the sequences of three words of a text. Each sequence votes on eight of the 64 bits, chosen and signed by its hash:
 * a sparse projection keeps distances as a full one does, at a fraction of its cost (Li, Hastie and Church 2006).
 */
export class TextSketcher {
  private readonly votes = new Int32Array(64);
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
    let { word, single } = this;
    for (let i = 0; i < length && this.words < MAX_WORDS; i++) {
      const byte = data[i]!;
      const kind = KINDS[byte]!;
      if (single > 0) {
        word = Math.imul(word ^ byte, 0x5bd1e995) | 1;
        if (--single > 0) continue;
        this.addWord(word);
        word = 0;
      } else if (kind === WORD)
        // Upper and lower case of ASCII letters differ in this bit.
        word = Math.imul(word ^ (byte | 32), 0x5bd1e995) | 1;
      else {
        if (word !== 0) this.addWord(word);
        word = kind === SINGLE ? Math.imul(byte, 0x5bd1e995) | 1 : 0;
        if (kind === SINGLE) single = 2;
      }
    }
    this.word = word;
    this.single = single;
  }

  private addWord(word: number): void {
    const { before, beforeThat, votes } = this;
    this.beforeThat = before;
    this.before = word;
    if (++this.words < LENGTH) return;
    let hash = Math.imul(beforeThat, 0x9e3779b1) ^ Math.imul(before, 0x85ebca6b) ^ Math.imul(word, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
    let other = Math.imul(hash, 0x297a2d39);
    other ^= other >>> 16;
    votes[hash & 63]! += 1 - ((hash >>> 5) & 2);
    votes[(hash >>> 8) & 63]! += 1 - ((hash >>> 13) & 2);
    votes[(hash >>> 16) & 63]! += 1 - ((hash >>> 21) & 2);
    votes[(hash >>> 24) & 63]! += 1 - ((hash >>> 29) & 2);
    votes[other & 63]! += 1 - ((other >>> 5) & 2);
    votes[(other >>> 8) & 63]! += 1 - ((other >>> 13) & 2);
    votes[(other >>> 16) & 63]! += 1 - ((other >>> 21) & 2);
    votes[(other >>> 24) & 63]! += 1 - ((other >>> 29) & 2);
  }

  sketch(): TextSketch {
    if (this.word !== 0 && !this.isFull) this.addWord(this.word);
    this.word = 0;
    return { words: this.words, halves: [signs(this.votes, 0), signs(this.votes, 32)] };
  }
}

function signs(votes: Int32Array, from: number): number {
  let bits = 0;
  for (let i = 0; i < 32; i++) if (votes[from + i]! > 0) bits |= 1 << i;
  return bits;
}
