import type { Bindings } from "../../../env";
import { hash53 } from "../../../lib/crypto/hash";
import { lastmodInstant } from "../../../web";
import type { RunConfig } from "../../model/run/run-state";
import { stubOf } from "../frontier/stub-of";

/**
 * Returns the sitemap URLs that no finished run of the domain has seen, or whose lastmod is after the start of the last
 * one. A URL without lastmod counts as new once, never as updated.
 */
export async function newOrUpdated(
  env: Pick<Bindings, "DOMAIN_AUDIT">,
  config: Pick<RunConfig, "domainId" | "newSince">,
  entries: ReadonlyArray<{ url: string; lastmod: string | null }>,
): Promise<Set<string>> {
  if (config.newSince === null) return new Set(entries.map((entry) => entry.url));
  const since = config.newSince;
  const stub = stubOf(env, config.domainId);
  const hashes = entries.map((entry) => hash53(entry.url));
  const known = new Set(await stub.knownPaths(hashes));
  const wanted = entries.filter(
    ({ url, lastmod }) => !known.has(hash53(url)) || (lastmod !== null && (lastmodInstant(lastmod) ?? 0) > since),
  );
  return new Set(wanted.map((entry) => entry.url));
}
