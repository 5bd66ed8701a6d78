import { settingsOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import { guardedFetch, readTextBody } from "../../web";

const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Fetches what an operator publishes at a fixed URL; null if it can't be fetched completely. Follows at most 3
 * redirects, on the same host.
 */
export async function fetchProof(env: Bindings, url: URL): Promise<string | null> {
  const response = await guardedFetch(url, {
    rules: { hosts: new Set([url.host]), via: null, allowPrivateHosts: settingsOf(env).allowPrivateHosts },
    headers: { accept: "application/json,text/csv,text/plain,*/*;q=0.5" },
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 3,
  });
  if (!response.ok) return null;
  try {
    if (response.status !== 200) return null;
    const { text, end } = await readTextBody(response, MAX_BYTES);
    return end === "complete" ? text : null;
  } finally {
    response.release();
  }
}

/** `CRAWLER_PROOFS_URL=off` disables verification, so every visit stays unknown. This is the default for local use. */
export function asksForProofs(env: Pick<Bindings, "CRAWLER_PROOFS_URL">): boolean {
  return env.CRAWLER_PROOFS_URL !== "off";
}

/** Where to fetch a proof: at the operator's own URL, or below the mirror in CRAWLER_PROOFS_URL. */
export function proofUrl(env: Bindings, original: string, kind: "ranges" | "keys", name: string): URL {
  if (!env.CRAWLER_PROOFS_URL) return new URL(original);
  return new URL(`${env.CRAWLER_PROOFS_URL.replace(/\/$/, "")}/${kind}/${encodeURIComponent(name)}`);
}
