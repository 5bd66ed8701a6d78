import { ask } from "../../support/service.ts";
import { startSite, type SiteServer } from "../../support/site-server.ts";
import { attempt, holds, insist, needAccount, pause, type Finding, type Load, type World } from "../world.ts";

const PAGES = 300;
/** A run is resumed this often without progress; then it is given up. */
const MAX_RESUMPTIONS = 3;

function page(i: number): string {
  const next = [2 * i + 1, 2 * i + 2, (i * 7) % PAGES].filter((n) => n < PAGES);
  const links = next.map((n) => `<a href="${n === 0 ? "/" : `/p/${n}`}">Page ${n}</a>`).join(" ");
  return `<!doctype html><html lang="en"><head><title>Page number ${i} of the site</title></head><body><h1>${i}</h1>${links}</body></html>`;
}

export function addAuditedPages(site: SiteServer): void {
  for (let i = 0; i < PAGES; i++) site.routes[i === 0 ? "/" : `/p/${i}`] = { body: page(i), delayMs: 20 };
}

/** Audits a site again and again. Every acknowledged run ends with each page once, and keeps them. */
export async function audits(world: World): Promise<Load> {
  const site = await startSite();
  addAuditedPages(site);
  const { key } = await needAccount(world, { domain: site.host });
  const { base } = world.service;
  const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
  const acknowledged: string[] = [];
  /** Run → faults while it was active. */
  const faultsOf = new Map<string, number>();
  let givenUp = 0;
  const read =
    (runId: string, query = "") =>
    () =>
      ask(base, "GET", `/api/seo-spider/runs/${runId}${query}`, { headers: key });
  const hasEnded = async (runId: string) => {
    const answer = await attempt(world, read(runId, "?limit=1"));
    return answer?.status === 200 && !["queued", "running"].includes(answer.body.run.status);
  };
  const judge = async (runId: string): Promise<string[]> => {
    if (!(await holds(() => hasEnded(runId), 400_000))) return [`${runId} does not end`];
    const { run, pages } = (await insist(world, read(runId), ({ status }) => status === 200))!.body;
    const distinct = new Set(pages.map((each: { path: string }) => each.path)).size;
    // A jump may end a run by its time limit, with the pages that it had.
    const isCutOff = world.jumps() > 0 && run.closeReason === "time_limit";
    const wanted = isCutOff ? distinct : PAGES;
    const isEnded = isCutOff || run.status === "success";
    // A run that continues one that was given up has that one's pages, too.
    const pagesCrawled = run.pagesCrawled + (run.crawlStats?.carriedPages ?? 0);
    const isWhole = isEnded && [pagesCrawled, pages.length, distinct].every((n) => n === wanted);
    const { status, closeReason } = run;
    // A run ends without a result once so many jobs in a row have died that none got anywhere. Each takes a fault of its own.
    const isGivenUp = closeReason === "internal_error" && (faultsOf.get(runId) ?? 0) > MAX_RESUMPTIONS;
    if (isGivenUp && pages.length === distinct && pagesCrawled === distinct) {
      givenUp++;
      return [];
    }
    return isWhole ? [] : [JSON.stringify({ runId, status, closeReason, pagesCrawled, rows: pages.length, distinct })];
  };
  return {
    async work() {
      while (!world.isOver()) {
        const start = () => ask(base, "POST", "/api/seo-spider/runs", { headers: key, json });
        const answer = await insist(world, start, ({ status }) => status === 200 || status === 409);
        const runId: string | undefined = answer?.body.runId;
        if (runId === undefined) continue;
        if (!acknowledged.includes(runId)) acknowledged.push(runId);
        const before = world.faults();
        while (!world.isOver() && !(await hasEnded(runId))) await pause(500);
        faultsOf.set(runId, (faultsOf.get(runId) ?? 0) + world.faults() - before);
      }
    },
    async findings() {
      const wrong: string[] = [];
      for (const runId of acknowledged) wrong.push(...(await judge(runId)));
      const requests = site.log.filter((line) => line === "GET /" || line.startsWith("GET /p/")).length;
      await site.close();
      const perPage = (requests / Math.max(1, acknowledged.length * PAGES)).toFixed(2);
      const count = `${acknowledged.length} of ${PAGES} pages, ${perPage} requests per page, ${givenUp} given up`;
      return [{ what: "audits: ended, no page lost or doubled", count, wrong }] satisfies Finding[];
    },
  };
}
