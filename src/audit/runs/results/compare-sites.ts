import {
  SiteDifference,
  type PageOfSite,
  type DifferenceKind,
  type DifferentPage,
} from "../../model/run/site-difference";
import type { RunRow } from "../../repo";
import { runPages, type PagesEnv } from "../pages/run-pages";
import { shownComparedRun } from "./compare-runs";
import { wholeRuns } from "./whole-runs";

interface Wanted {
  /** Only pages that differ in this. */
  differs: DifferenceKind | undefined;
  limit: number;
  /** Pages of earlier parts. */
  skip: number;
}

/**
 * The pages that are not the same in two runs, of one domain or of two, such as a staging site and the live one: first in the
 * order of the run, then those that only the other one has.
 */
export async function compareSites(env: PagesEnv, run: RunRow, other: RunRow, { differs, limit, skip }: Wanted) {
  const difference = new SiteDifference();
  const [own, others] = (await wholeRuns(env, [run, other])) as [RunRow, RunRow];
  const pages: DifferentPage[] = [];
  let found = 0;
  const note = (page: DifferentPage | null) => {
    if (page === null || (differs !== undefined && !page.differs.includes(differs))) return;
    if (++found > skip && pages.length < limit) pages.push(page);
  };
  for await (const page of pagesOf(env, other)) difference.addOther(page);
  for await (const page of pagesOf(env, run)) note(difference.ofRun(page));
  const { onlyInOther } = difference.summary();
  if (onlyInOther > 0) for await (const page of pagesOf(env, other)) note(difference.ofOther(page));
  const next = skip + pages.length;
  return {
    run: { domain: own.domain, ...shownComparedRun(own) },
    other: { domain: others.domain, ...shownComparedRun(others) },
    ...difference.summary(),
    pages,
    nextCursor: next < found ? `d${next}` : null,
  };
}

async function* pagesOf(env: PagesEnv, run: RunRow): AsyncGenerator<PageOfSite> {
  for await (const batch of runPages(env, run)) for (const { json } of batch) yield JSON.parse(json) as PageOfSite;
}
