import type { DomainRow } from "../../accounts";
import type { Bindings } from "../../env";
import { homeOf } from "../../web";
import { canonicalPage } from "../core/canonical-page";
import { indexOf } from "../cache/index-of";
import type { DatedEntry } from "../cache/listed-entries";
import { pagePathOf } from "../cache/site";

type IndexEnv = Pick<Bindings, "SNAPSHOT_INDEX">;

/** Pages per call of the index. */
const DATED = 5_000;

/** A domain's cached pages in order of path, each with when its content last changed: in parts, one call each. */
export async function* datedPages(env: IndexEnv, domainId: string, now: number): AsyncGenerator<DatedEntry[]> {
  const index = indexOf(env, domainId);
  for (let after = ""; ;) {
    const part = await index.dated(after, DATED, now);
    if (part.length > 0) yield part;
    if (part.length < DATED) return;
    after = part.at(-1)![0];
  }
}

/**
 * The cached pages instead of which training crawlers would get a redirect, each with its target, as serving decides it.
 * Looks at the first `limit` cached pages.
 */
export async function canonicalTargets(
  env: IndexEnv,
  row: Pick<DomainRow, "id" | "domain" | "ignoredParameters" | "renderRules">,
  { limit, now }: { limit: number; now: number },
): Promise<Map<string, string>> {
  const settings = { ignoredParameters: row.ignoredParameters ?? [], rules: row.renderRules ?? [] };
  const site = { publicBase: homeOf(row.domain).origin, keyOf: (path: string) => pagePathOf(settings, path) };
  const named = new Map<string, ReturnType<typeof canonicalPage>>();
  for await (const part of datedPages(env, row.id, now)) {
    for (const [path, , canonical] of part) named.set(path, canonicalPage(site, path, canonical));
    if (named.size >= limit) break;
  }
  const targets = new Map<string, string>();
  for (const [path, page] of named)
    if (page.kind === "page" && named.get(page.path)?.kind === "self") targets.set(path, page.path);
  return targets;
}
