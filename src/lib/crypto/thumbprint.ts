import { Buffer } from "node:buffer";
import { jwkThumbprint } from "jsonwebkey-thumbprint";

/** The thumbprint of a public key (RFC 7638) with SHA-256, in base64url. Names the key in signatures of Web Bot Auth. */
export function thumbprintOf(key: Parameters<typeof jwkThumbprint>[0]): Promise<string> {
  const sha256 = (bytes: BufferSource) => crypto.subtle.digest("SHA-256", bytes);
  return jwkThumbprint(key, sha256, (hash) => Buffer.from(hash).toString("base64url"));
}
