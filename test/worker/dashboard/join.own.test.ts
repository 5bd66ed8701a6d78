import { describe, expect, it } from "vitest";
import { exports } from "cloudflare:workers";
import { DAY_MS } from "../../../src/lib/time/time";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { api, env, signIn } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

/** A signed-in reader's way to a domain's pages. */
async function reader(host: string) {
  const { account, domain, id } = await newVisits(host);
  const headers = await signIn(account.email);
  const ask = (path: string, form?: Array<[string, string]>) =>
    exports.default.fetch(`http://api.test/app/site/${domain}/${path}`, {
      headers,
      redirect: "manual",
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
  const text = async (answer: Response) =>
    (await answer.text())
      .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
  return { account, domain, id, ask, text };
}

describe("the page of what crawlers have not seen", () => {
  it("shows pages and renews them with one button", async () => {
    const { account, domain, id, ask, text } = await reader("page-unseen.example");
    const now = Date.now();
    const says = (content: string, daysAgo: number) => ({
      about: { title: "", description: "", canonical: "", content },
      createdAt: now - daysAgo * DAY_MS,
    });
    await cache(domain, "/stale", "<p>old</p>", says("old", 9));
    await cache(domain, "/stale", "<p>new</p>", says("new", 2));
    const empty = await ask("crawlers/unseen");
    expect([empty.status, await text(empty)]).toEqual([200, expect.stringContaining("No verified crawler has read")]);
    const event = visitOfBot(id, { path: "/stale", at: now - 5 * DAY_MS, reported: true });
    await addVisits(env, [{ event, verdict: "verified" }], now);
    const shown = await text(await ask("crawlers/unseen"));
    expect(shown).toMatch(/What GPTBot has not seen .*\/stale .*Renew and submit this page/);
    const renewed = await ask("crawlers/unseen/renew", [["path", "/stale"]]);
    expect([renewed.status, renewed.headers.get("location")]).toEqual([303, `/app/site/${domain}/crawlers/unseen`]);
    const { deploys } = await api(account.auth).listDeploys({ query: { domain } });
    expect(deploys).toMatchObject([{ refs: [] }]);
    expect(await text(await ask("crawlers/unseen"))).toContain("Latest renewals and deploys");
  });
});

describe("the page that tries a policy", () => {
  it("shows what would have been lost, and keeps what was typed", async () => {
    const { id, ask, text } = await reader("page-policy.example");
    const event = visitOfBot(id, { path: "/shop/a", times: 3, status: 200 });
    await addVisits(env, [{ event, verdict: "verified" }], Date.now());
    expect(await text(await ask("crawlers/policy"))).toContain("before you save it");
    const tried = await ask("crawlers/policy", [["robotsTxt", "User-agent: GPTBot\nDisallow: /shop/"]]);
    expect(await text(tried)).toMatch(/Visits lost 3 .*\/shop\/a lost Disallow: \/shop\/ in line 2/);
    const refused = await ask("crawlers/policy", [["redirects", "/a nowhere"]]);
    expect(refused.status).toBe(400);
    expect(await text(refused)).toContain("/a nowhere");
  });
});

describe("the pages of fixes and questions", () => {
  it("say what is missing", async () => {
    const { ask, text } = await reader("page-fixes.example");
    expect(await text(await ask("crawlers/fixes"))).toContain("No issue has disappeared yet");
    expect(await text(await ask("mentions/questions"))).toContain("No search in this period");
  });
});

describe("the page that spares crawlers visits", () => {
  it("proposes, switches per kind of crawler, and says that it is too early to tell", async () => {
    const { account, domain, id, ask, text } = await reader("page-router.example");
    const visit = (path: string, times: number, status: number) => ({
      event: visitOfBot(id, { path, times, status }),
      verdict: "verified" as const,
    });
    expect(await text(await ask("crawlers/router"))).toContain("Nothing to spare here");
    await addVisits(env, [visit("/gone", 4, 404)], Date.now());
    expect(await text(await ask("crawlers/router"))).toMatch(/4 verified visits to 1 page: .*\/gone 4/);
    const changed = await ask("crawlers/router", [
      ["gone", "llm-training"],
      ["redirect", "nobody"],
    ]);
    expect([changed.status, changed.headers.get("location")]).toEqual([303, `/app/site/${domain}/crawlers/router`]);
    expect(await text(await ask("crawlers/router"))).toMatch(/Gone for AI training .* Too early to tell/);
    expect(await text(await ask("crawlers/router"))).toContain("half of the pages are left as they are for 28 days");
    const { readRouter } = api(account.auth);
    const goneNow = async () => (await readRouter({ query: { domain } })).gone;
    const on: [string, string] = ["gone", "llm-training"];
    // The form as it was shown keeps the list, also what was found since.
    await addVisits(env, [visit("/later", 9, 404), visit("/there", 9, 200)], Date.now());
    await ask("crawlers/router", [on, ["gone", "search"], ["goneList", "/gone"], ["goneShown", "/gone"]]);
    expect(await goneNow()).toEqual(["/gone"]);
    await ask("crawlers/router", [on, ["goneList", "/gone\r\n/there"], ["goneShown", "/gone"]]);
    expect(await goneNow()).toEqual(["/gone", "/there"]);
    expect(await text(await ask("crawlers/router"))).toMatch(/Not gone: 1 page of the list is there\. .*\/there 200/);
    await ask("crawlers/router", []);
    expect(await text(await ask("crawlers/router"))).not.toContain("Too early to tell");
    await ask("crawlers/router", [["redirect", "search"]]);
    const shown = await text(await ask("crawlers/router"));
    expect(shown).toContain("Nothing to compare");
    expect(shown).not.toContain("Half of the pages");
  });
});

describe("the page of an agent's errands", () => {
  it("sends the agent through cached pages, and tells what a release lost", async () => {
    const { account, domain, ask, text } = await reader("page-errands.example");
    expect(await text(await ask("crawlers/errands"))).toContain("No agent was sent yet");
    const links = `<a href="/pricing">Pricing</a> <a href="/kontakt">Contact</a> <a href="/cart">Cart</a>`;
    await cache(domain, "/", `<h1>Shop</h1>${links}`);
    await cache(domain, "/pricing", "<p>€49 a month</p>");
    await cache(domain, "/kontakt", `<a href="mailto:hi@shop.example">Mail</a>`);
    const { sendAgent, readErrands } = api(account.auth);
    const first = await sendAgent({ body: { domain, release: "v1" } });
    expect(first.runs[0]!.readings.map(({ reading }) => reading)).toEqual(["tree", "html"]);
    expect(first.runs[0]!.readings[0]!.errands).toMatchObject([
      { errand: "price", state: "passes", path: ["/", "/pricing"], quote: "€49 a month" },
      { errand: "contact", state: "passes", path: ["/", "/kontakt"] },
      { errand: "returns", state: "fails" },
    ]);
    await cache(domain, "/kontakt", "<p>moved</p>", { status: 404 });
    const second = await sendAgent({ body: { domain, release: "v2" } });
    expect(second.runs.map(({ release, readings }) => [release, readings[0]!.lost])).toEqual([
      ["v2", ["contact"]],
      ["v1", []],
    ]);
    expect((await sendAgent({ body: { domain, release: "v2" } })).runs).toHaveLength(2);
    expect((await readErrands({ query: { domain } })).runs).toHaveLength(2);
    const shown = await text(await ask("crawlers/errands"));
    expect(shown).toMatch(
      /Lost with the release v2 : Find how to reach you\. The one before it, v1 , still passed\. .* found before this release/,
    );
    const sent = await ask("crawlers/errands", []);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/app/site/${domain}/crawlers/errands`]);
    const releases = ["p1", "p2", "p3", "p4", "p5"];
    await Promise.all(releases.map((release) => sendAgent({ body: { domain, release } })));
    const { runs } = await readErrands({ query: { domain } });
    expect(runs.map(({ release }) => release)).toEqual(expect.arrayContaining([...releases, "v1", "v2"]));
  });
});
