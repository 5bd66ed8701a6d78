const encoder = new TextEncoder();

/** Bytes as lower-case hexadecimal. */
function hex(bytes: ArrayBuffer | Uint8Array): string {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  let out = "";
  for (const byte of view) out += byte.toString(16).padStart(2, "0");
  return out;
}

/** SHA-256 of a UTF-8 text or of bytes, as 64 lower-case hexadecimal digits. */
export async function sha256Hex(input: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof input === "string" ? encoder.encode(input) : input;
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * A 53-bit hash of a text, a safe integer: two 32-bit multiply-xor lanes with a final avalanche.
 * Not for secrets. With 100,000 texts the chance of any collision is below one in a million.
 */
export function hash53(text: string): number {
  // Starting with 32-bit integers keeps the loop fast.
  let a = 0xdeadbeef | 0;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761 | 0);
    b = Math.imul(b ^ code, 1597334677);
  }
  return avalanche53(a, b);
}

/** The last step of hash53: combines two 32-bit lanes into 53 bits. */
export function avalanche53(laneA: number, laneB: number): number {
  const a = Math.imul(laneA ^ (laneA >>> 16), 2246822507) ^ Math.imul(laneB ^ (laneB >>> 13), 3266489909);
  const b = Math.imul(laneB ^ (laneB >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/** Compares two texts in time that depends only on their length. */
export function constantTimeEqual(a: string, b: string): boolean {
  const left = encoder.encode(a);
  const right = encoder.encode(b);
  if (left.length !== right.length) return false;
  return crypto.subtle.timingSafeEqual(left, right);
}

/**
 * 256 bits as 64 hexadecimal digits that only holders of the secret can compute: HMAC-SHA-256 of the purpose and the
 * owner. Always the same for the same arguments, so it need not be stored.
 */
export async function secretNumber(secret: string, purpose: string, owner: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = await crypto.subtle.sign("HMAC", key, encoder.encode(`${purpose}\n${owner}`));
  return hex(bytes);
}

/** SHA-256 of a text as unpadded base64url: the S256 of PKCE (RFC 7636 §4.2). */
export async function sha256Base64Url(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", encoder.encode(text))).toString("base64url");
}
