// Texts that the database must not show, such as credentials of customers' sites.

const IV_BYTES = 12;

/** The key of one purpose. Keys of other purposes, and the secret itself, can't be computed from it. */
async function keyOf(secret: string, purpose: string): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const base = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(purpose) };
  return crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const cipherOf = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(owner),
});

/** Encrypts a text with AES-256-GCM. It opens only with the same secret, purpose and owner. */
export async function seal(secret: string, purpose: string, owner: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await keyOf(secret, purpose);
  const body = new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv, owner), key, new TextEncoder().encode(text)));
  const all = new Uint8Array(IV_BYTES + body.length);
  all.set(iv);
  all.set(body, IV_BYTES);
  return btoa(String.fromCharCode(...all));
}

/** Decrypts what `seal` returned. Null: it was sealed with another secret, for another owner, or was changed. */
export async function unseal(secret: string, purpose: string, owner: string, sealed: string): Promise<string | null> {
  try {
    const all = Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0));
    const key = await keyOf(secret, purpose);
    const cipher = cipherOf(all.slice(0, IV_BYTES), owner);
    return new TextDecoder().decode(await crypto.subtle.decrypt(cipher, key, all.slice(IV_BYTES)));
  } catch {
    return null;
  }
}
