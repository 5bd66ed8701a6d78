import { openDb } from "../../db/client";
import { objectOrLegacy } from "../crawl/frontier/object-or-legacy";
import type { TrendRow } from "../crawl/frontier/pages/trends";
import { stubOf } from "../crawl/frontier/stub-of";
import type { Rows } from "../model/page/page-row";
import { legacyTrends } from "./repo";
import type { PagesEnv } from "./run-pages";

const LEGACY_ROWS = 500;

/** Yields the earlier scores of every path of a domain. */
export async function* exportedTrends(env: PagesEnv, domainId: string): AsyncGenerator<TrendRow[]> {
  const stub = stubOf(env, domainId);
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const from = after;
    const { rows, more } = await objectOrLegacy<Rows<TrendRow>>(
      async () => stub.trends(from),
      async () => {
        const found = await legacyTrends(openDb(env.DB), domainId, from, LEGACY_ROWS);
        return { rows: found, more: found.length === LEGACY_ROWS };
      },
    );
    yield rows;
    if (!more) return;
    after = rows.at(-1)!.path_hash;
  }
}
