const encoder = new TextEncoder();
const IV_BYTES = 12;

/** The key of one purpose, derived from the service's secret (HKDF), so that no two purposes share a key. */
async function keyOf(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(purpose) };
  return crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** Encrypts a text (AES-256-GCM). Only the same secret, purpose and place decrypt it. */
export async function seal(secret: string, purpose: string, place: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const way = { name: "AES-GCM", iv, additionalData: encoder.encode(place) };
  const sealed = await crypto.subtle.encrypt(way, await keyOf(secret, purpose), encoder.encode(text));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Decrypts what `seal` returned. @throws if the secret is another one, or the text was changed or moved. */
export async function unseal(secret: string, purpose: string, place: string, sealed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0));
  const way = { name: "AES-GCM", iv: bytes.slice(0, IV_BYTES), additionalData: encoder.encode(place) };
  const text = await crypto.subtle.decrypt(way, await keyOf(secret, purpose), bytes.slice(IV_BYTES));
  return new TextDecoder().decode(text);
}
