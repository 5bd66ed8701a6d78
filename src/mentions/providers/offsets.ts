const encoder = new TextEncoder();

/** Converts UTF-8 byte offsets to UTF-16 offsets. Offsets past the end give the text's length. One pass over the text. */
export function utf16FromBytes(text: string, byteOffsets: readonly number[]): Map<number, number> {
  const wanted = [...new Set(byteOffsets)].sort((a, b) => a - b);
  const found = new Map<number, number>();
  let bytes = 0;
  let index = 0;
  for (const offset of wanted) {
    while (bytes < offset && index < text.length) {
      const character = String.fromCodePoint(text.codePointAt(index)!);
      bytes += encoder.encode(character).length;
      index += character.length;
    }
    found.set(offset, index);
  }
  return found;
}

function utf16FromCodePoints(text: string, offset: number): number {
  let index = 0;
  for (let points = 0; points < offset && index < text.length; points++)
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}

/**
 * The span of an inline citation as UTF-16 offsets. OpenAI does not say whether it counts UTF-16 units or code points,
 * so both are tried; null if neither span contains the URL.
 */
export function inlineSpan(
  text: string,
  url: string,
  start: number,
  end: number,
): { start: number; end: number } | null {
  const spans = [
    { start, end },
    { start: utf16FromCodePoints(text, start), end: utf16FromCodePoints(text, end) },
  ];
  const host = URL.parse(url)?.host ?? url;
  const named = spans.filter((span) => text.slice(span.start, span.end).includes(host));
  // If the offsets differ by a few characters, both spans may contain the URL. The right one begins and ends with
  // brackets.
  return named.find((span) => /^[([【].*[)\]】]$/s.test(text.slice(span.start, span.end))) ?? named[0] ?? null;
}
