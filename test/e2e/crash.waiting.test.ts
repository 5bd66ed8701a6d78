import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../support/site-server.ts";
import { seedAccount, startAudit, startService, untilEnded, type Service } from "../support/service.ts";

const PAGES = process.env["TEST_LONG"] === "1" ? 300 : 150;

function page(i: number): string {
  const next = [2 * i + 1, 2 * i + 2, (i * 7) % PAGES].filter((n) => n < PAGES);
  const links = next.map((n) => `<a href="/p/${n}">Page ${n}</a>`).join(" ");
  return `<!doctype html><html lang="en"><head><title>Page number ${i} of the test site</title></head><body><h1>${i}</h1>${links}</body></html>`;
}

describe("a service that is killed in the middle of an audit", () => {
  let site: SiteServer;
  let service: Service;
  beforeAll(async () => {
    site = await startSite();
    site.routes = Object.fromEntries(
      Array.from({ length: PAGES }, (_, i) => [i === 0 ? "/" : `/p/${i}`, { body: page(i), delayMs: 15 }]),
    );
    site.routes["/p/0"] = site.routes["/"]!;
    service = await startService();
  });
  afterAll(async () => {
    await service.dispose();
    await site.close();
  });

  it("loses no page, counts no page twice, and releases the lock", async () => {
    const auth = await seedAccount(service.base, { domain: site.host });
    const { body } = await startAudit(service.base, auth, site.host, { allowSampling: false });
    for (const afterMs of [400, 900]) {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await service.kill();
      await service.restart();
    }
    const restartedAt = Date.now();
    const { run, pages } = await untilEnded(service.base, auth, body.runId);
    expect(run).toMatchObject({ status: "success", closeReason: "finished", pagesCrawled: PAGES + 1 });
    expect(new Set(pages.map((each: { path: string }) => each.path)).size).toBe(PAGES + 1);
    expect(pages).toHaveLength(PAGES + 1);
    expect(Date.now() - restartedAt, "the lock is released within 5 minutes").toBeLessThan(300_000);
    const again = await startAudit(service.base, auth, site.host, { allowSampling: false });
    expect(again.status).toBe(200);
    expect((await untilEnded(service.base, auth, again.body.runId)).run.pagesCrawled).toBe(PAGES + 1);
  });
});
