/** Number of UTF-8 bytes of the character that begins with this byte. */
export function sizeOf(first: number): number {
  if (first < 0x80) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** The code point of the multi-byte UTF-8 character at `i`. */
export function codePoint(data: Uint8Array, i: number): number {
  const size = sizeOf(data[i]!);
  let code = data[i]! & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) code = (code << 6) | (data[i + k]! & 0x3f);
  return code;
}
