import type * as z from "zod";
import type { DomainRow } from "../accounts";
import { crawledPages, referredPaths, type Window } from "../analytics";
import type { Bindings } from "../env";
import { citationsOfPages } from "./sources/cited-pages";
import type { FunnelPage } from "./schemas";

type Page = z.infer<typeof FunnelPage>;
type Counts = ReadonlyMap<string, number>;

/** How often each page of a domain was crawled, cited in answers, and visited by people whom assistants sent. */
export async function pageFunnel(
  env: Pick<Bindings, "DB" | "DOMAIN_ANSWERS" | "DOMAIN_VISITS">,
  domain: DomainRow,
  window: Window,
  limit: number,
) {
  const [crawled, cited, referred] = await Promise.all([
    crawledPages(env, domain.id, window),
    citationsOfPages(env, domain, window),
    referredPaths(env, domain.id, window),
  ]);
  const visited = new Map(referred.map((each) => [each.path, each]));
  const paths = [...new Set([...crawled.keys(), ...cited.keys(), ...visited.keys()])];
  const pages = paths.map((path): Page => {
    const byKind = countsOf(crawled.get(path), (kind, count) => ({ kind, count }));
    const byProvider = countsOf(cited.get(path), (provider, count) => ({ provider, count }));
    const people = visited.get(path);
    return {
      path,
      crawled: { total: sumOf(byKind), byKind },
      cited: { total: sumOf(byProvider), byProvider },
      visited: { total: people?.total ?? 0, byOperator: people?.byOperator ?? [] },
    };
  });
  const counted = pages.filter(({ crawled, cited, visited }) => crawled.total + cited.total + visited.total > 0);
  const sum = (stage: "crawled" | "cited" | "visited") => counted.reduce((all, page) => all + page[stage].total, 0);
  return {
    totals: { crawled: sum("crawled"), cited: sum("cited"), visited: sum("visited") },
    pages: counted.length,
    paths: counted.sort(byInterest).slice(0, limit),
  };
}

function byInterest(a: Page, b: Page): number {
  const difference =
    b.visited.total - a.visited.total || b.cited.total - a.cited.total || b.crawled.total - a.crawled.total;
  return difference || (a.path < b.path ? -1 : 1);
}

const sumOf = (counts: ReadonlyArray<{ count: number }>) => counts.reduce((sum, { count }) => sum + count, 0);

/** Highest first; equal counts by name. */
function countsOf<T>(counts: Counts | undefined, present: (name: string, count: number) => T): T[] {
  return [...(counts ?? [])]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, count]) => present(name, count));
}
