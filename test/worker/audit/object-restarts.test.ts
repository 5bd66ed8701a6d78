import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { DomainAudit } from "../../../src/audit/crawl/frontier/domain-audit.do";
import { pageRow } from "../../../src/audit/crawl/page-row";
import { JOB_VERSION, type JobReport } from "../../../src/audit/model/run/calls";
import { pageOf } from "../../unit/audit/makers.ts";
import { env } from "../support/api.ts";

const SITE = "http://x.example";
const PAGES = 400;
const place = (url: string) => Number(/\d+$/.exec(url)?.[0] ?? 0);

/** What a job reports about a URL: its page, with links to ten others and an image of its own. */
function reportOf(urls: ReadonlyArray<{ seq: number; url: string; depth: number }>, want: number): JobReport {
  const rows = urls.map(({ seq, url, depth }) =>
    pageRow({ ...pageOf(url), depth }, { seq, listed: 1, inSitemap: 0, pattern: null }),
  );
  return {
    rows,
    done: rows.map(({ seq, issueCount }) => ({ seq, listed: 1, counted: true, issues: issueCount })),
    found: urls.flatMap(({ url, depth }) =>
      Array.from({ length: 10 }, (_, i) => ({
        url: `${SITE}/${(place(url) * 10 + i) % PAGES}`,
        depth: depth + 1,
        listed: 1,
      })),
    ),
    files: urls.map(({ seq, url }) => ({ url: `${url}.png`, hash: seq, image: 1, host: null })),
    want,
  };
}

it("an object that is started again between any two calls, and gets each report twice, crawls every URL once", async () => {
  const crawled = await Promise.all(
    [false, true].map((restarts) =>
      runInDurableObject(env.DOMAIN_AUDIT.getByName(`restarts-${restarts}`), async (first, state) => {
        const open = () => {
          const instance = restarts ? new DomainAudit(state, env) : first;
          Object.assign((instance as unknown as { jobs: object }).jobs, { send: () => Promise.resolve() });
          return instance;
        };
        const config = { runId: "r1", domainId: "d1", seeds: [`${SITE}/0`], pageLimit: 9_999, files: "own" };
        await open().start({ ...config, limitReason: "url_limit" } as never);
        const token = () => state.storage.kv.get<{ token: string }>("run")!.token;
        await open().claim(token(), JOB_VERSION);
        const asked: number[] = [];
        let report: JobReport = { done: [], found: [], want: 30 };
        for (let call = 0; ; call++) {
          const reply = open().advance(token(), report)!;
          asked.push(...reply.urls.map(({ seq }) => seq));
          if (reply.end !== null) break;
          if (call % 4 === 3) open().advance(token(), { ...report, want: 0 });
          if (call % 5 === 4) {
            // The job is lost with what it was given.
            await open().handOver(token());
            await open().claim(token(), JOB_VERSION);
            asked.splice(asked.length - reply.urls.length);
            report = { done: [], found: [], want: 30 };
          } else report = reportOf(reply.urls, 30);
        }
        expect(asked.length).toBe(new Set(asked).size);
        expect(open().crawled(token(), "finished")).toBe(true);
        const files = open()
          .nextFiles(token(), [], [])!
          .map(({ hash }) => hash);
        const { rows } = open().skeletonRows(token(), 0)!;
        const progress = open().progress("r1");
        await open().abandon();
        return { asked, files, progress, pages: rows.map(({ seq, path }) => [seq, path]) };
      }),
    ),
  );
  expect(crawled[1]).toEqual(crawled[0]);
  expect(crawled[1]).toMatchObject({ progress: { fetched: PAGES, discovered: PAGES }, files: { length: 100 } });
  expect(crawled[1]!.pages).toHaveLength(PAGES);
});
