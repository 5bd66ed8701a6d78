import { hash53 } from "../../../lib/crypto/hash";
import { stubOf } from "../../crawl/frontier/stub-of";
import type { PagesEnv } from "./run-pages";

/** A score that a run gave a page. */
export type Point = [runId: string, healthScore: number | null, statusCode: number, issueCount: number];

/** The page's points under both schemes: an audit may begin at either. */
export async function pagePoints(env: PagesEnv, domainId: string, url: URL): Promise<Point[]> {
  const other = new URL(url);
  other.protocol = url.protocol === "https:" ? "http:" : "https:";
  const hashes = [hash53(url.href), hash53(other.href)];
  const texts = await stubOf(env, domainId).trendsOf(hashes);
  return texts.flatMap((text) => JSON.parse(text) as Point[]);
}
