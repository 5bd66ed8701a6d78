import { expect, it } from "vitest";
import type { SiteRoute } from "../../support/site-server.ts";
import { audit, html, newAccount, newSite } from "../support/api.ts";

const PAGES = 16;
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">link to ${href}</a>`).join(" ");
const shared = (image: string) => `<meta property="og:image" content="${image}">`;

const isSlow = ({ id }: { id: string }) => id.startsWith("slow_");

/** Number of issues about slow pages, which depend on the machine instead of the site. */
const slowOnes = ({ pages }: any): number => pages.flatMap(({ issues }: any) => issues.filter(isSlow)).length;

/** Everything that a run reports about its pages, except timings. */
function result({ run, pages }: any) {
  const kept = pages.map(({ id: _id, loadTimeMs: _time, trendPoints: _trend, healthScore: _score, ...page }: any) => ({
    ...page,
    issues: page.issues.filter((issue: { id: string }) => !isSlow(issue)),
  }));
  kept.sort((a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1));
  return { topIssues: run.topIssues.filter((issue: { id: string }) => !isSlow(issue)), pages: kept };
}

it("two audits of the same site give the same result, whichever pages respond first", async () => {
  const dead = await newSite({ "*": { broken: true } });
  const half = await newSite({ "*": { broken: true }, "/": { status: 403 }, "/3.png": { status: 404 } });
  const site = await newSite();
  const routes = (delayOf: (page: number) => number): Record<string, SiteRoute> => {
    const pages: Record<string, SiteRoute> = {
      "/": { body: html({ body: links(...Array.from({ length: PAGES }, (_, page) => `/p${page}`)) }) },
    };
    for (let page = 0; page < PAGES; page++) {
      const host = page % 2 === 0 ? dead : half;
      const title = `A page about the subject number ${page}`;
      const body = html({ title, head: shared(`http://${host.host}/${page}.png`), body: links("/") });
      pages[`/p${page}`] = { body, delayMs: delayOf(page) };
    }
    return pages;
  };
  const account = await newAccount("pro", [site.host]);
  await site.set(routes((page) => page * 20));
  const first = await audit(account, site);
  await site.set(routes((page) => (PAGES - page) * 20));
  const second = await audit(account, site);
  const broken = first.run.topIssues.find((issue: { id: string }) => issue.id === "og_image_broken");
  expect(broken).toMatchObject({ pages: PAGES });
  const noise = slowOnes(second) - slowOnes(first);
  expect(second.run.deltaIssues).toBe(noise);
  expect(second.run.issueCount).toBe(first.run.issueCount + noise);
  if (noise === 0) expect(second.run.healthScore).toBe(first.run.healthScore);
  expect(result(second)).toEqual(result(first));
});

it("a page's depth is its lowest number of clicks, however slow the shorter path is", async () => {
  const site = await newSite();
  const chain = (slow: string): Record<string, SiteRoute> => {
    const page = (...to: string[]) => ({ body: html({ body: links(...to) }) });
    const pages: Record<string, SiteRoute> = {
      "/": page("/short", "/long"),
      "/short": page("/end"),
      "/long": page("/longer"),
      "/longer": page("/longest"),
      "/longest": page("/end"),
      "/end": page("/end2"),
      "/end2": page("/end3"),
      "/end3": page("/"),
    };
    pages[slow]!.delayMs = 1_500;
    return pages;
  };
  const account = await newAccount("pro", [site.host]);
  await site.set(chain("/short"));
  const first = await audit(account, site);
  await site.set(chain("/long"));
  const second = await audit(account, site);
  const depths = ({ pages }: any) =>
    Object.fromEntries(pages.map(({ path, depth }: { path: string; depth: number }) => [path, depth]));
  expect(depths(first)).toMatchObject({ "/end": 2, "/end2": 3, "/end3": 4 });
  expect(depths(second)).toEqual(depths(first));
  // Different pages were slow in each run.
  const issues = ({ pages }: any) =>
    Object.fromEntries(
      pages.map(({ path, issues }: { path: string; issues: { id: string }[] }) => [
        path,
        issues.map(({ id }) => id).filter((id) => !id.startsWith("slow_")),
      ]),
    );
  expect(issues(second)).toEqual(issues(first));
});
