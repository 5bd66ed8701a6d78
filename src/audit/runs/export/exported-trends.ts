import type { TrendRow } from "../../crawl/frontier/pages/trends";
import { stubOf } from "../../crawl/frontier/stub-of";
import type { PagesEnv } from "../pages/run-pages";

/** Yields the earlier scores of every path of a domain. */
export async function* exportedTrends(env: PagesEnv, domainId: string): AsyncGenerator<TrendRow[]> {
  const stub = stubOf(env, domainId);
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const { rows, more } = await stub.trends(after);
    yield rows;
    if (!more) return;
    after = rows.at(-1)!.path_hash;
  }
}
