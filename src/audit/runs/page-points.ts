import { openDb } from "../../db/client";
import { hash53 } from "../../lib/hash";
import { objectOrLegacy } from "../crawl/frontier/object-or-legacy";
import { stubOf } from "../crawl/frontier/stub-of";
import { legacyTrend } from "./repo";
import type { PagesEnv } from "./run-pages";

/** A score that a run gave a page. The release before kept only the run and the score. */
export type Point = [runId: string, healthScore: number | null, statusCode?: number | null, issueCount?: number | null];

/** The page's points under both schemes: an audit may begin at either. */
export async function pagePoints(env: PagesEnv, domainId: string, url: URL): Promise<Point[]> {
  const other = new URL(url);
  other.protocol = url.protocol === "https:" ? "http:" : "https:";
  const hashes = [hash53(url.href), hash53(other.href)];
  const stub = stubOf(env, domainId);
  const texts = await objectOrLegacy<string[]>(
    async () => stub.trendsOf(hashes),
    () => legacyTrend(openDb(env.DB), domainId, hashes),
  );
  return texts.flatMap((text) => JSON.parse(text) as Point[]);
}
