import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, html, newAccount, newSite, audit, env, signIn } from "../support/api.ts";
import { deliverVisits, visitOfBot } from "../support/visits.ts";
import type { VisitEvent } from "../../../src/analytics/count/record-visits";

const DAY_MS = 86_400_000;
const imported = { reported: true, imported: true, servedBy: "render" } as const;

/** A site whose visits are these, and what reads its pages. */
async function siteWith(visits: (id: string) => VisitEvent[], routes = {}) {
  const site = await newSite({ "*": { body: html() }, ...routes });
  const account = await newAccount("pro", [site.host]);
  const session = await signIn(account.email);
  const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
  await deliverVisits([visits(id!)]);
  const open = async (rest: string) => {
    const answer = await exports.default.fetch(`http://api.test/app/site/${site.host}${rest}`, { headers: session });
    expect([rest, answer.status]).toEqual([rest, 200]);
    return (await answer.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  };
  const answers = async () =>
    (await call("GET", `/api/analytics/answers?domain=${site.host}`, { headers: account.auth })).body;
  return { site, account, open, answers };
}

describe("a site that imports its logs and was never connected", () => {
  it("is not told that crawlers come through this service, and gets no share of nothing", async () => {
    const { open, answers } = await siteWith((id) =>
      Array.from({ length: 7 }, (_, i) => visitOfBot(id, { ...imported, path: `/${i}`, status: 200 })),
    );
    const none = { requests: 0, visits: 0, cacheHits: 0, spoofed: 0 };
    const { ways, byAnswer } = await answers();
    expect(ways).toEqual({ connected: none, reported: none, imported: { ...none, requests: 7, visits: 7 } });
    expect(byAnswer).toEqual([{ servedBy: "render", form: "page", status: 200, way: "imported", count: 7 }]);
    const connect = await open("/cache/connect");
    expect(connect).toContain("No crawler has come through this service in seven days.");
    expect(connect).toContain("7 from imported logs");
    expect(connect).not.toContain("Connected:");
    const visits = await open("/crawlers");
    expect(visits).toContain("7 from imported logs");
    expect(visits).toContain("From the cache – nothing came through this service");
    expect(visits).not.toMatch(/a render at once|to snapshots/);
    expect(await open("/crawlers/paths")).not.toContain("From the cache");
    for (const rest of ["", "/cache"])
      expect(await open(rest)).toMatch(/Served from the cache – no crawler came through/);
  });
});

describe("a site with visits of all ways", () => {
  it("has shares of what passed through this service alone", async () => {
    const { open, answers } = await siteWith((id) => [
      ...["/a", "/b", "/c"].map((path) => visitOfBot(id, { path, status: 200 })),
      visitOfBot(id, { path: "/d", servedBy: "origin", form: "page", status: 404 }),
      ...["/a", "/e"].map((path) => visitOfBot(id, { path, servedBy: "cache", reported: true })),
      ...["/f", "/g", "/h"].map((path) => visitOfBot(id, { ...imported, path })),
    ]);
    expect((await answers()).ways).toMatchObject({
      connected: { requests: 4, visits: 3, cacheHits: 3 },
      reported: { requests: 2, cacheHits: 2 },
      imported: { requests: 3, cacheHits: 0 },
    });
    for (const rest of ["", "/cache", "/crawlers"]) expect(await open(rest)).toContain("75% of 4");
    expect(await open("/crawlers")).toContain("4 through this service, 2 reported by the site, 3 from imported logs");
    expect(await open("/cache/connect")).toContain("Connected: 4 requests of crawlers came through this service");
  });
});

describe("visits and robots.txt", () => {
  it("are no evidence for keeping to it if none could be verified", async () => {
    const { open } = await siteWith((id) => [visitOfBot(id, { path: "/private" })], {
      "/robots.txt": { body: "User-agent: *\nDisallow: /private" },
    });
    const page = await open("/crawlers/waste");
    expect(page).toContain("Cannot tell whether a crawler broke your rules 1 visit could not be verified");
    expect(page).toContain("Against robots.txt – cannot tell");
    expect(page).not.toMatch(/No (?:verified )?crawler broke/);
  });
});

describe("addresses that were missing", () => {
  it("say that they answer now, and are never suggested for themselves", async () => {
    const page = (body: string) => ({ body: html({ body }) });
    const { open, site, account } = await siteWith(
      (id) => [
        visitOfBot(id, { path: "/shoes", status: 404, at: Date.now() - DAY_MS }),
        visitOfBot(id, { path: "/shoe", status: 404, at: Date.now() - DAY_MS }),
      ],
      { "*": { status: 404 }, "/": page('<a href="/shoes">shoes</a>'), "/shoes": page("shoes") },
    );
    await audit(account, site);
    const { body } = await call("GET", `/api/analytics/waste?domain=${site.host}`, { headers: account.auth });
    const missing = body.reasons.find(({ reason }: { reason: string }) => reason === "not_found");
    expect(missing.top).toEqual([
      { path: "/shoe", visits: 1, suggestedRedirect: "/shoes" },
      { path: "/shoes", visits: 1, suggestedRedirect: null, answersNow: true },
    ]);
    expect(await open("/crawlers/waste")).toContain("answers now");
  });
});

describe("a chart of visits", () => {
  it("has a gap where there are no data, and says that today is not over", async () => {
    const { site, account } = await siteWith((id) => [
      visitOfBot(id, { ...imported, at: Date.now() - 5 * DAY_MS }),
      visitOfBot(id, { ...imported, at: Date.now() - 3 * DAY_MS }),
    ]);
    const answer = await exports.default.fetch(`http://api.test/app/site/${site.host}/crawlers?days=7`, {
      headers: await signIn(account.email),
    });
    const text = await answer.text();
    const chart = text.slice(text.indexOf("data-chart="), text.indexOf("</figure>"));
    // Two days with data are two points, and no line joins them.
    expect([chart.match(/<circle cx="[\d.]+%" cy="[\d.]+" r="3"/g)?.length, chart.includes("<polyline")]).toEqual([
      2,
      false,
    ]);
    const figures = [...chart.matchAll(/<td class="figure">([^<]*)</g)].map(([, figure]) => figure);
    expect(figures).toEqual(["–", "–", "–", "1", "–", "1", "–"]);
    expect(chart).toMatch(/<\/time> so far<\/th>/);
  });
});

describe("the page that one opens in the morning", () => {
  it("is the only domain's, with its setup until that is done", async () => {
    const { open, site } = await siteWith((id) => [visitOfBot(id, { status: 200 })]);
    const page = await open("");
    expect(page).toContain("Set the site up 3 of 5 done");
    for (const step of ["Audit the site for the first time to do", "Connect the site, or import its logs done"])
      expect(page).toContain(step);
    expect(page).toContain("See the first crawler done");
    expect([page.includes("Do first"), page.includes(site.host)]).toEqual([false, true]);
  });

  it("has a row for each of several domains, with what is known and what it needs", async () => {
    const [site, other] = [await newSite({ "*": { body: html() } }), await newSite()];
    const account = await newAccount("pro", [site.host, other.host]);
    await audit(account, site);
    const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
    await deliverVisits([[visitOfBot(id!), visitOfBot(id!, { path: "/b" })]]);
    const answer = await exports.default.fetch("http://api.test/app", { headers: await signIn(account.email) });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    const row = (host: string) =>
      text
        .split("<tbody>")[1]!
        .split("<tr>")
        .find((each) => each.includes(`<bdi>${host}<`))!;
    expect(row(site.host)).toMatch(/<svg class="spark"[^]*<polyline[^]*<span class="number">2<\/span>/);
    expect(row(site.host)).toContain("finish the setup");
    expect(row(other.host)).not.toContain("<svg");
    expect(row(other.host)).toContain("–");
  });
});
