import { ask, startAudit, until, untilEnded, type Service } from "../../test/support/service.ts";
import type { SiteServer } from "../../test/support/site-server.ts";

const PAGES = 300;

function page(i: number): string {
  const next = [2 * i + 1, 2 * i + 2, (i * 7) % PAGES].filter((n) => n < PAGES);
  const links = next.map((n) => `<a href="${n === 0 ? "/" : `/p/${n}`}">Page ${n}</a>`).join(" ");
  return `<!doctype html><html lang="en"><head><title>Page number ${i} of the site</title></head><body><h1>${i}</h1>${links}</body></html>`;
}

export function addAuditedPages(site: SiteServer): void {
  for (let i = 0; i < PAGES; i++) site.routes[i === 0 ? "/" : `/p/${i}`] = { body: page(i), delayMs: 20 };
}

/** Audits the site again and again until `isOver`. Returns one line per audit with a page lost or doubled. */
export async function audits(
  service: Service,
  auth: Record<string, string>,
  site: SiteServer,
  isOver: () => boolean,
): Promise<{ count: number; wrong: string[] }> {
  const wrong: string[] = [];
  let count = 0;
  while (!isOver()) {
    const started = await startAudit(service.base, auth, site.host, { allowSampling: false }).catch(() => null);
    // If the response to a start was lost, its run still blocks the domain, so wait for that run.
    const runId = started?.body.runId ?? started?.body.activeRunId ?? (await latestRun(service, auth));
    if (runId === undefined) continue;
    // A kill may also interrupt reading the run's details.
    const ended = () => untilEnded(service.base, auth, runId, 330_000).catch(() => null);
    const { run, pages } = await until(ended, 400_000);
    const distinct = new Set(pages.map((each: { path: string }) => each.path)).size;
    count++;
    if (run.pagesCrawled !== PAGES || distinct !== PAGES || pages.length !== PAGES || run.status !== "success")
      wrong.push(JSON.stringify({ status: run.status, crawled: run.pagesCrawled, rows: pages.length, distinct }));
  }
  return { count, wrong };
}

async function latestRun(service: Service, auth: Record<string, string>): Promise<string | undefined> {
  const list = await ask(service.base, "GET", "/api/seo-spider/runs", { headers: auth }).catch(() => null);
  return list?.body.runs?.[0]?.id;
}
