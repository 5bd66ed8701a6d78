const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` random base62 characters from the platform's secure source (43 characters hold 256 bits). */
function randomBase62(length: number): string {
  let out = "";
  while (out.length < length) {
    // 248 = 4 × 62. Larger bytes would favour the first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && out.length < length) out += ALPHABET[byte % 62];
    }
  }
  return out;
}

/** A secret with a recognisable prefix, e.g. `crk_…`, followed by 43 random base62 characters (256 bits). */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBase62(43)}`;
}
