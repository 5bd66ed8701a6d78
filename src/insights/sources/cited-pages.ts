import type { DomainRow } from "../../accounts";
import { canonicalPath, type Window } from "../../analytics";
import type { Bindings } from "../../env";
import { DAY_MS, utcDay } from "../../lib/time/time";
import { ownCitations } from "../../mentions";

/** Rows of cited pages that are read, one per page and provider. */
const MAX_CITED = 20_000;

/** Answers that cited a page, per path without its query and by provider. Pages of other own hosts are left out. */
export async function citationsOfPages(
  env: Pick<Bindings, "DB" | "DOMAIN_ANSWERS">,
  { id, domain }: Pick<DomainRow, "id" | "domain">,
  { from, to }: Window,
) {
  const days = { from: utcDay(from), to: utcDay(to - DAY_MS) };
  const pages = new Map<string, Map<string, number>>();
  for (const { url: text, provider, answers } of await ownCitations(env, id, days, MAX_CITED)) {
    const url = URL.parse(text);
    const path = url && isOwnHost(url.host, domain) ? canonicalPath(url.pathname) : null;
    if (path === null) continue;
    const byProvider = pages.get(path) ?? new Map<string, number>();
    pages.set(path, byProvider.set(provider, (byProvider.get(provider) ?? 0) + answers));
  }
  return pages;
}

const bare = (host: string) => host.replace(/^www\./, "");

/** Whether a cited host is the domain, with or without `www.`. */
export const isOwnHost = (host: string, domain: string): boolean => bare(host) === bare(domain);

/** All answers that cited each page. */
export function citationsByPath(pages: Awaited<ReturnType<typeof citationsOfPages>>): Map<string, number> {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  return new Map([...pages].map(([path, byProvider]) => [path, sum(byProvider)]));
}
