/** Advance widths of Arial at 1,000 units per em, for ASCII 32 to 126 (from the metrics that all PDF viewers share). */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

const COMBINING = /\p{M}/u;

/**
 * Width of a text in search results, in whole pixels: Arial, 20 px for titles. Other letters count as average, CJK as square. Combining
 * marks take no room.
 */
export function textWidth(text: string, fontPx = 20): number {
  let units = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code >= 32 && code <= 126) units += WIDTHS[code - 32]!;
    else if (!COMBINING.test(char)) units += code >= 0x2e80 ? 1000 : 500;
  }
  return Math.round((units * fontPx) / 1000);
}
