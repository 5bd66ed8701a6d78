const encoder = new TextEncoder();

/**
 * 256 bits as 64 hexadecimal digits that only holders of the secret can compute: HMAC-SHA-256 of the purpose and the
 * owner. Always the same for the same arguments, so it need not be stored.
 */
export async function secretNumber(secret: string, purpose: string, owner: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = await crypto.subtle.sign("HMAC", key, encoder.encode(`${purpose}\n${owner}`));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
