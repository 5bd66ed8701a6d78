import { helpers, verifierFromJWK } from "web-bot-auth/crypto";
import { parseJson } from "../../lib/json";
import { HTTP_MESSAGE_SIGNATURES_DIRECTORY, jwkToKeyID, verify } from "web-bot-auth";
import * as z from "zod";
import { signingHost } from "../catalogue/classify";
import type { Bindings } from "../../env";
import { HOUR_MS } from "../../lib/time";
import type { VisitSignature } from "../record-visits";
import { fetchProof, proofUrl } from "./fetch-proof";
import { readKeys, writeKeys, type SigningKeys } from "./proof-store";

const KEYS_KEPT_MS = HOUR_MS;

const Directory = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

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
  const host = signingHost(signature.agent);
  if (host === null || !hosts.includes(host)) return false;
  // A signature that does not cover its recipient and its sender could have been copied from another request.
  const covered = /^[\w-]+=\(([^)]*)\)/.exec(signature.input)?.[1] ?? "";
  if (!covered.includes('"@authority"') || !covered.includes('"signature-agent"')) return false;
  const keys = await keysOf(env, host, now);
  if (!keys) return null;
  const message = {
    method: signature.method,
    url: `https://${signature.authority}/`,
    headers: {
      "signature-agent": signature.agent,
      "signature-input": signature.input,
      signature: signature.signature,
    },
  };
  try {
    await verify(message, async (data, bytes, { keyid }) => {
      for (const key of keys) {
        const id = await jwkToKeyID(key, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE);
        if (id === keyid) return (await verifierFromJWK(key))(data, bytes, {} as never);
      }
      throw new NoSuchKey();
    });
    return true;
  } catch (error) {
    return error instanceof NoSuchKey || (error instanceof Error && error.message === "invalid signature")
      ? false
      : null;
  }
}

/** The host's keys, at most an hour old if the host responds; otherwise the last ones we fetched. */
async function keysOf(env: Bindings, host: string, now: number): Promise<SigningKeys | null> {
  const copy = await readKeys(env, host);
  if (copy && copy.fetchedAt > now - KEYS_KEPT_MS) return copy.keys;
  const url = proofUrl(env, `https://${host}${HTTP_MESSAGE_SIGNATURES_DIRECTORY}`, "keys", host);
  const text = await fetchProof(env, url);
  const directory = Directory.safeParse(parseJson(text ?? ""));
  if (!directory.success) return copy?.keys ?? null;
  await writeKeys(env, host, directory.data.keys, now);
  return directory.data.keys;
}
