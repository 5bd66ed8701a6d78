import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { ask, seedAccount, until } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";
import { startSite, type SiteServer } from "../../support/site-server.ts";

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const words = Array.from({ length: 220 }, (_, i) => `word${i}`).join(" ");
const head = (title: string) =>
  `<meta charset="utf-8"><title>${title}</title><meta name="description" content="How we repair bicycles in our workshop, and what that costs.">`;
const text = (title: string) =>
  `<main><h1>${title}</h1><p>${words}</p><a href="/">Home</a> <a href="/repairs">Repairs</a> <a href="/prices">Prices</a></main>`;
const links = `<noscript><a href="/repairs">Repairs</a> <a href="/prices">Prices</a></noscript>`;
/** A page as crawlers without scripts see it empty, and the same page after the fix. */
const empty = (title: string) => ({
  body: `<!doctype html><html lang="en"><head>${head(title)}</head><body><div id="root"></div>${links}<script>document.getElementById("root").innerHTML = ${JSON.stringify(text(title))}</script></body></html>`,
});
const full = (title: string) => ({
  body: `<!doctype html><html lang="en"><head>${head(title)}</head><body>${text(title)}</body></html>`,
});
const TITLES = { "/": "A workshop for bicycles", "/repairs": "Bicycle repairs", "/prices": "What repairs cost" };
const pages = (make: (title: string) => { body: string }) =>
  Object.fromEntries(Object.entries(TITLES).map(([path, title]) => [path, make(title)]));

const session: Array<{ tool: string; args: string; bytes: number; says: string }> = [];
let site: SiteServer;
let auth: Record<string, string>;
// A second try starts with a site and an account of its own.
beforeEach(async () => {
  session.length = 0;
  site = await startSite();
  site.routes = pages(empty);
  auth = await seedAccount(base, { domain: site.host });
});
afterEach(() => site.close());
afterAll(() => {
  const rows = session.map(
    ({ tool, args, bytes, says }, i) => `| ${i + 1} | ${tool} | \`${args}\` | ${bytes} | ${says} |`,
  );
  console.log(["| # | Tool | Arguments | Bytes | What it says |", "|--:|---|---|--:|---|", ...rows].join("\n"));
});

it("an assistant learns what to fix first, and whether the fix worked (prints docs/evidence/mcp-session.md's table)", async () => {
  const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${auth["x-service-api-key"]}` } },
    }),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  const use = async (name: string, args: Record<string, unknown>, says: (answer: any) => string): Promise<any> => {
    const result = await client.callTool({ name, arguments: args });
    const text = (result.content as Array<{ text: string }>)[0]!.text;
    if (result.isError) throw new Error(text);
    const answer = JSON.parse(text);
    const shown = JSON.stringify(args)
      .replaceAll(site.host, "shop.example")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…");
    session.push({ tool: name, args: shown, bytes: Buffer.byteLength(text), says: says(answer) });
    return answer;
  };
  const domain = site.host;
  // An audit and a fix need no person here; what costs is confirmed.
  const auditNow = async () => {
    const start = { domain, urls: [`${site.origin}/`], confirm: true };
    const { runId } = await use("start_audit", start, () => "started");
    let waited;
    do
      waited = await use("wait_for_audit", { runId }, ({ done, pagesAudited }) =>
        done ? `done, ${pagesAudited} pages` : `runs, ${pagesAudited} pages`,
      );
    while (!waited.done);
    return runId as string;
  };
  // Crawlers come by, so that issues have a price.
  for (let i = 0; i < 5; i++)
    await ask(base, "GET", "/repairs", { headers: { host: domain, "user-agent": GOOGLEBOT } });
  await until(async () => {
    const { body } = await ask(base, "GET", `/api/analytics/bots?domain=${domain}`, { headers: auth });
    return body.byProvider.reduce((sum: number, { count }: { count: number }) => sum + count, 0) === 5;
  }, 30_000);

  await use("list_domains", {}, ({ domains }) => `${domains.length} domain`);
  await auditNow();
  const { priorities } = await use(
    "what_to_fix",
    { domain },
    ({ priorities: [first], visits }) =>
      `first: ${first.issueId} on ${first.pages} pages (${first.severity}, +${first.points} points), of ${visits.total} crawler visits ${first.crawlerVisits} met it`,
  );
  const { issueId, pages: pageCount } = priorities.find((each: any) => each.issueId === "empty_page") ?? priorities[0];
  const { pages: affected } = await use("issue_pages", { domain, issueId }, (answer) =>
    answer.pages.map((each: any) => `${each.path}: ${each.found.quoted}`).join("; "),
  );
  expect(affected).toHaveLength(pageCount);
  site.routes = pages(full);
  const runId = await auditNow();
  const compared = await use(
    "compare_audits",
    { domain, issueId },
    ({ changes: [change], now, before }) =>
      `${change.outcome}: ${change.before} → ${change.now} pages; health ${before.healthScore} → ${now.healthScore}`,
  );
  expect(compared).toMatchObject({
    now: { runId },
    changes: [{ issueId, before: affected.length, now: 0, outcome: "fixed" }],
  });
  const { visits } = await use(
    "inspect_url",
    { url: `${site.origin}/repairs` },
    (answer) =>
      `cached: ${answer.snapshot?.state ?? "no"}; ${answer.audit.issueCount} issues left; ${answer.visits.total} crawler visits`,
  );
  expect(visits.total).toBe(5);
  await client.close();
});
