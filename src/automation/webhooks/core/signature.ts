const PREFIX = "whsec_";
/** The standard requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** A new signing secret in the form of Standard Webhooks. */
export function newSigningSecret(): string {
  return PREFIX + base64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** A signature as in Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
async function signatureOf(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${base64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`;
}

/**
 * The headers of a delivery: its id, the time of the attempt, and one signature per secret, so that a receiver may know
 * the new secret or still the old one.
 */
export async function signedHeaders(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: number },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = Uint8Array.from(new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(secret, signed)));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
