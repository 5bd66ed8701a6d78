import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, startService, until, type Service } from "../support/service.ts";
import { newTenant, renderPage, type Tenant } from "../support/tenants.ts";

const DOMAINS = 10;
const SLOW_PAGES = 20;
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const page = `<body><div id="root"></div><script>setTimeout(() => { document.getElementById("root").innerHTML = "<h1>Made</h1><p>${words}</p>" }, 300)</script></body>`;
/** Holds its tab until the deadline of 20 s. */
const slowPage = `<body><p>${words}</p><script>window.prerenderReady = false</script></body>`;

/** Twenty renders that last until their deadline. The short form is `test/unit/prerender/browser/render-turns.test.ts`. */
describe.runIf(process.env["TEST_LONG"] === "1")("one domain with slow pages, next to ten others", () => {
  let service: Service;
  let slow: Tenant;
  const others: Tenant[] = [];

  beforeAll(async () => {
    service = await startService();
    slow = await newTenant(service, slowPage);
    for (let i = 0; i < DOMAINS; i++) others.push(await newTenant(service, page));
  });
  afterAll(async () => {
    await service.dispose();
    for (const { site } of [slow, ...others]) await site.close();
  });

  const render = (tenant: Tenant, path: string) => renderPage(service, tenant, path);

  /** Why a tenant's renders failed, according to the render log. */
  async function reasonsOf({ site, auth }: Tenant, query = ""): Promise<string[]> {
    const url = `/api/prerender/renders?domain=${site.host}&limit=100${query}`;
    const { body } = await ask(service.base, "GET", url, { headers: auth });
    return body.renders.map((each: { reason: string }) => each.reason);
  }

  it("holds at most half of the tabs, waits for each once, and the other domains' pages render in the meantime", async () => {
    await render(others[0]!, "/warm-up");
    const alone: number[] = [];
    for (const tenant of others) alone.push((await render(tenant, "/alone")).ms);
    const underWay = Array.from({ length: SLOW_PAGES }, (_, i) => render(slow, `/slow-${i}`));
    await until(() => Promise.resolve(slow.site.log.length >= 4), 10_000);
    const twice = [render(slow, "/again"), render(slow, "/again")];
    const startedAt = Date.now();
    const beside = await Promise.all(
      others.flatMap((tenant, i) =>
        ["/one", "/two"].map(async (path) => {
          const { state, ms } = await render(tenant, path);
          return { state, ms, times: ms / alone[i]! };
        }),
      ),
    );
    const tookMs = Date.now() - startedAt;
    const slowest = beside.reduce((left, right) => (left.times > right.times ? left : right));
    console.log(
      `alone ${Math.min(...alone)} to ${Math.max(...alone)} ms; beside ${SLOW_PAGES} slow pages of one domain the slowest of ${beside.length} took ${slowest.ms} ms, ${slowest.times.toFixed(1)} times its time alone; all ${tookMs} ms`,
    );
    // A wait for a tab ends after 10 s, with the origin's page: a miss had its tab before that.
    expect(beside.map(({ state }) => state)).toEqual(beside.map(() => "miss"));
    const ends = await Promise.all([...underWay, ...twice]);
    expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(["bypass"]));
    const reasons = Object.groupBy(await reasonsOf(slow), (reason) => reason);
    expect(Object.fromEntries(Object.entries(reasons).map(([reason, each]) => [reason, each!.length]))).toEqual({
      "the page did not become ready in time": 4,
      "no tab was free in time": SLOW_PAGES - 4 + 1,
    });
    // `/again` was requested twice and waited for a tab once.
    expect(await reasonsOf(slow, "&path=/again")).toEqual(["no tab was free in time"]);
  });
});
