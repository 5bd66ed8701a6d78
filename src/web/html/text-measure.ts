import { avalanche53 } from "../../lib/crypto/hash";
import { codePoint, sizeOf } from "../../lib/text/utf8";
import type { TextSketcher } from "./text-sketch";

/** Chinese, Japanese kana and Korean syllables. They are written without spaces, so they are counted by character. */
function isCjk(code: number): boolean {
  return (
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3040 && code <= 0x312f) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9f) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

/** Thai, Lao, Tibetan, Burmese and Khmer: words without spaces between them, so they are counted by character. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0fff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0xa9e0 && code <= 0xa9ff) ||
    (code >= 0xaa60 && code <= 0xaa7f)
  );
}

/** Characters of a word in these scripts, vowel signs and tone marks included. */
const UNSPACED_PER_WORD = 5;

/** Kinds of characters beyond ASCII. */
const MARK = 0;
const WORD_CHAR = 1;
const CJK = 2;
const SPACE = 3;
const UNSPACED = 4;

/** First and last code points of punctuation, symbols and emoji, which form no words on their own. */
const MARKS = [
  [0xa1, 0xa9],
  [0xab, 0xb1],
  [0xb4, 0xb4],
  [0xb6, 0xb8],
  [0xbb, 0xbb],
  [0xbf, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x589, 0x58a],
  [0x5be, 0x5be],
  [0x60c, 0x60c],
  [0x61b, 0x61f],
  [0x66a, 0x66d],
  [0x6d4, 0x6d4],
  [0x964, 0x965],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2190, 0x245f],
  [0x2500, 0x2775],
  [0x2794, 0x2bff],
  [0x2e00, 0x2e5d],
  [0x3001, 0x3004],
  [0x3008, 0x3020],
  [0x3030, 0x3030],
  [0x303d, 0x303f],
  [0xfe10, 0xfe1f],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0xfff9, 0xfffd],
  [0x1f000, 0x1faff],
] as const;
const isMark = (code: number) => MARKS.some(([first, last]) => code >= first && code <= last);

/** Kinds of the characters up to U+FFFF, filled in as they occur: a lookup takes as long as a comparison. */
const KNOWN_KINDS = new Int8Array(0x10000).fill(127);

function kindOf(code: number): number {
  if (code > 0xffff) return kindFrom(code);
  const known = KNOWN_KINDS[code]!;
  return known === 127 ? (KNOWN_KINDS[code] = kindFrom(code)) : known;
}

/** Beyond ASCII, everything except the punctuation and spaces of the common blocks forms words. */
function kindFrom(code: number): number {
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff) return SPACE;
  if (isMark(code)) return MARK;
  if (isUnspaced(code)) return UNSPACED;
  return isCjk(code) ? CJK : WORD_CHAR;
}

/** 1: the byte is an ASCII letter or digit. */
const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) => (/[0-9A-Za-z]/.test(String.fromCharCode(byte)) ? 1 : 0));

const NEEDS_FOLDING = /\s\s|[^\S ]/;

/** Trims, and folds runs of white space to one space. */
export function foldSpace(text: string): string {
  return (NEEDS_FOLDING.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** A text with its white space folded, at most `limit` characters long. */
export const folded = (text: string, limit: number): string => foldSpace(text).slice(0, limit).trimEnd();

/** White space counts until a text is folded. */
const UNFOLDED = 4;

/** A text that arrives in pieces, with the next one: as much of it as `folded` may need, however the pieces are cut. */
export function withPiece(text: string, limit: number, html: string, start: number, end: number): string {
  const room = UNFOLDED * limit - text.length;
  return room <= 0 ? text : text + html.slice(start, Math.min(end, start + room));
}

/** Measurements of a text with its white space folded. */
export interface TextMeasure {
  /** Runs of letters and digits; CJK characters are counted separately. */
  words: number;
  cjk: number;
  /** UTF-16 units. */
  chars: number;
  /** UTF-8 bytes. */
  bytes: number;
  /** 53 bits. */
  hash: number;
}

const encoder = new TextEncoder();
/**
 * Buffer for measuring texts in pieces: reading bytes of an array is many times faster than reading characters of a
 * string. One byte is left for the mark that ends a piece.
 */
const window = new Uint8Array(65_536);
const room = window.subarray(0, -1);

/** Measures a text in one pass. `sketcher`: sums up its beginning as well. */
export function measureText(text: string, sketcher: TextSketcher | null = null): TextMeasure {
  const meter = new ByteMeter();
  for (let rest = text; rest !== "";) {
    const { read, written } = encoder.encodeInto(rest, room);
    meter.add(window, written);
    if (sketcher?.isFull === false) sketcher.add(window, written);
    rest = rest.slice(read);
  }
  return meter.measure();
}

class ByteMeter {
  private words = 0;
  private cjk = 0;
  private unspaced = 0;
  private bytes = 0;
  /** Bytes that do not add a UTF-16 unit. */
  private spare = 0;
  /** 1: the next letter or digit begins a word. */
  private fresh = 1;
  private spacePending = false;
  private a = 0xdeadbeef;
  private b = 0x41c6ce57;

  /** Adds the first `length` bytes, which end with a complete character. Overwrites the byte after them. */
  add(data: Uint8Array, length: number): void {
    let { words, cjk, unspaced, bytes, spare, fresh, spacePending } = this;
    // 32-bit integers from the start; otherwise the loop takes twice as long.
    let a = this.a | 0;
    let b = this.b | 0;
    const factorA = 2654435761 | 0;
    const factorB = 1597334677;
    data[length] = 32;
    for (let i = 0; i < length;) {
      let byte = data[i]!;
      const kind = byte < 0x80 ? (byte <= 32 ? SPACE : MARK) : kindOf(codePoint(data, i));
      if (kind === SPACE) {
        spacePending = true;
        fresh = 1;
        i += sizeOf(byte);
        continue;
      }
      if (spacePending && bytes > 0) {
        bytes++;
        a = Math.imul(a ^ 32, factorA);
        b = Math.imul(b ^ 32, factorB);
      }
      spacePending = false;
      const start = i;
      if (byte < 0x80) {
        // Most text. The loop does as little per byte as possible, and has one branch, because words are short.
        let isWord = IN_WORD[byte]!;
        do {
          a = Math.imul(a ^ byte, factorA);
          b = Math.imul(b ^ byte, factorB);
          byte = data[++i]!;
        } while (byte > 32 && byte < 0x80);
        for (let k = start + 1; isWord === 0 && k < i; k++) isWord = IN_WORD[data[k]!]!;
        words += isWord & fresh;
        fresh &= ~isWord;
      } else {
        if (kind === WORD_CHAR) words += fresh;
        if (kind === WORD_CHAR) fresh = 0;
        if (kind === CJK) cjk++;
        if (kind === UNSPACED) unspaced++;
        if (kind === CJK || kind === UNSPACED) fresh = 1;
        // Only characters of four bytes have two UTF-16 units.
        spare += byte < 0xf0 ? sizeOf(byte) - 1 : 2;
        for (const end = i + sizeOf(byte); i < end; i++) {
          a = Math.imul(a ^ data[i]!, factorA);
          b = Math.imul(b ^ data[i]!, factorB);
        }
      }
      bytes += i - start;
    }
    this.a = a;
    this.b = b;
    this.words = words;
    this.cjk = cjk;
    this.unspaced = unspaced;
    this.bytes = bytes;
    this.spare = spare;
    this.fresh = fresh;
    this.spacePending = spacePending;
  }

  measure(): TextMeasure {
    const { cjk, bytes, spare } = this;
    const words = this.words + Math.round(this.unspaced / UNSPACED_PER_WORD);
    return { words, cjk, chars: bytes - spare, bytes, hash: avalanche53(this.a, this.b) };
  }
}
