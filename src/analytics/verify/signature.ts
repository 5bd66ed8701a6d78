import { component, isSignatureError, SignatureErrorCode, verifySignature, webcrypto } from "http-message-sig";
import * as z from "zod";
import type { Bindings } from "../../env";
import { DIRECTORY_PATH } from "../../lib/crypto/request-signer";
import { thumbprintOf } from "../../lib/crypto/thumbprint";
import { parseJson } from "../../lib/text/json";
import { HOUR_MS, SECOND_MS } from "../../lib/time/time";
import { signatureClaims, type SignatureClaim } from "../core/signature-claims";
import type { VisitSignature } from "../count/record-visits";
import { fetchProof, proofUrl } from "./fetch-proof";
import { readKeys, writeKeys, type SigningKeys } from "./proof-kv";

const KEYS_KEPT_MS = HOUR_MS;

const Directory = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/** The algorithms of Web Bot Auth, and how keys for them are imported. */
const IMPORTS = {
  ed25519: { name: "Ed25519" },
  "rsa-pss-sha512": { name: "RSA-PSS", hash: "SHA-512" },
} as const;

class NoSuchKey extends Error {}

/**
 * Whether one of `hosts` signed the request (Web Bot Auth: RFC 9421 with a key from the host's directory) for exactly
 * this site and agent. Null if we can't tell, because the keys are unavailable or the signature has expired.
 */
export async function isSignedBy(
  env: Bindings,
  signature: VisitSignature,
  hosts: readonly string[],
  now: number,
): Promise<boolean | null> {
  let verdict: false | null = false;
  for (const claim of signatureClaims(signature.input, signature.agent)) {
    const isTrue = await holds(env, signature, claim, hosts, now);
    if (isTrue) return true;
    if (isTrue === null) verdict = null;
  }
  return verdict;
}

async function holds(
  env: Bindings,
  signature: VisitSignature,
  { label, member, host }: SignatureClaim,
  hosts: readonly string[],
  now: number,
): Promise<boolean | null> {
  if (host === null) return null;
  if (!hosts.includes(host)) return false;
  const keys = await keysOf(env, host, now);
  if (!keys) return null;
  const message = {
    kind: "request" as const,
    method: signature.method,
    targetUri: `https://${signature.authority}/`,
    fields: [
      { name: "signature-agent", value: signature.agent },
      { name: "signature-input", value: signature.input },
      { name: "signature", value: signature.signature },
    ],
  };
  const policy = {
    algorithms: Object.keys(IMPORTS),
    requiredComponents: ["@authority", component("signature-agent", member === null ? {} : { key: member })],
    requiredParameters: ["created", "expires", "keyid", "tag"],
    now: Math.floor(now / SECOND_MS),
  };
  try {
    await verifySignature(message, {
      label,
      policy,
      resolveVerifier: ({ parameters }) => verifierOf(keys, parameters.keyid),
    });
    return true;
  } catch (error) {
    const isUnknown = isSignatureError(error) && error.cause instanceof NoSuchKey;
    return isUnknown || (isSignatureError(error) && error.code === SignatureErrorCode.VerificationFailed)
      ? false
      : null;
  }
}

/** Verifies with the key of this id, which is its thumbprint (RFC 7638). @throws NoSuchKey. */
async function verifierOf(keys: SigningKeys, keyid: string | undefined) {
  for (const key of keys) {
    if ((await idOf(key)) !== keyid) continue;
    const algorithm = IMPORTS[key.kty === "OKP" ? "ed25519" : "rsa-pss-sha512"];
    // Other properties of the key in the directory, such as its use, don't matter.
    const { kty, crv, x, e, n } = key as JsonWebKey;
    const jwk = kty === "OKP" ? { kty, crv, x } : { kty, e, n };
    return webcrypto.verifier(await crypto.subtle.importKey("jwk", jwk, algorithm, true, ["verify"]));
  }
  throw new NoSuchKey();
}

/** Null: a kind of key that is not used here. */
async function idOf(key: SigningKeys[number]): Promise<string | null> {
  return key.kty === "OKP" || key.kty === "RSA" ? thumbprintOf(key) : null;
}

/** The host's keys, at most an hour old if the host responds; otherwise the last ones we fetched. */
async function keysOf(env: Bindings, host: string, now: number): Promise<SigningKeys | null> {
  const copy = await readKeys(env, host);
  if (copy && copy.fetchedAt > now - KEYS_KEPT_MS) return copy.keys;
  const url = proofUrl(env, `https://${host}${DIRECTORY_PATH}`, "keys", host);
  const text = await fetchProof(env, url);
  const directory = Directory.safeParse(parseJson(text ?? ""));
  if (!directory.success) return copy?.keys ?? null;
  await writeKeys(env, host, directory.data.keys, now);
  return directory.data.keys;
}
