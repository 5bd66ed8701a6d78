/** Chinese, Japanese kana and Korean syllables: written without spaces, so counted by character. */
function isCjk(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

function isWordChar(code: number): boolean {
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  // Beyond ASCII: everything but punctuation and spaces of the common blocks.
  return code !== 0xb7 && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3001 && code <= 0x303f);
}

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x3000 || code === 0xfeff;
}

/** Folds runs of white space to one space and trims. */
export function foldSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Measures text that arrives in pieces, in one pass and without joining it: words, CJK characters, length and a hash of the
 * text with its white space folded.
 */
export class TextMeter {
  /** Runs of letters and digits; CJK characters are counted apart. */
  words = 0;
  cjk = 0;
  /** UTF-16 units and UTF-8 bytes of the folded text. */
  chars = 0;
  bytes = 0;
  private inWord = false;
  private spacePending = false;
  private a = 0xdeadbeef;
  private b = 0x41c6ce57;

  add(text: string): void {
    let { a, b, words, cjk, chars, bytes, inWord, spacePending } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (isSpace(code)) {
        spacePending = true;
        inWord = false;
        continue;
      }
      if (spacePending && chars > 0) {
        chars++;
        bytes++;
        a = Math.imul(a ^ 32, 2654435761);
        b = Math.imul(b ^ 32, 1597334677);
      }
      spacePending = false;
      chars++;
      bytes += code < 0x80 ? 1 : code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 3 : 2;
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
      if (code >= 0x3040 && isCjk(code)) {
        cjk++;
        inWord = false;
      } else if (!inWord && isWordChar(code)) {
        words++;
        inWord = true;
      }
    }
    this.a = a;
    this.b = b;
    this.words = words;
    this.cjk = cjk;
    this.chars = chars;
    this.bytes = bytes;
    this.inWord = inWord;
    this.spacePending = spacePending;
  }

  /** A block ended: what follows is another word. */
  break(): void {
    this.spacePending = true;
    this.inWord = false;
  }

  /** 53-bit hash of the folded text so far. */
  hash(): number {
    const a = Math.imul(this.a ^ (this.a >>> 16), 2246822507) ^ Math.imul(this.b ^ (this.b >>> 13), 3266489909);
    const b = Math.imul(this.b ^ (this.b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return 4294967296 * (2097151 & b) + (a >>> 0);
  }
}

/** Words and CJK characters of a text. */
export function countWords(text: string): { words: number; cjk: number } {
  const meter = new TextMeter();
  meter.add(text);
  return { words: meter.words, cjk: meter.cjk };
}
