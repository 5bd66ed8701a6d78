import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { appPath, sitePath } from "../../../src/lib/hosts/page-paths";
import { audit, call, env, html, newAccount, newSite, PASSWORD, signIn, type TestSite } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { seedPrompts } from "../support/seed-answers.ts";

const MARK = "zebra";
const SCRIPT = "<script>alert(1)</script>";
const OTHER_DOMAIN = `${MARK}-second.example`;
const FOREIGN_DOMAIN = `${MARK}-foreign.example`;

let site: TestSite;
let owner: { cookie: string; origin: string };
let member: { cookie: string; origin: string };

const prompt = crypto.randomUUID();

beforeAll(async () => {
  const links = Array.from({ length: 12 }, (_, i) => `<a href="/${MARK}-${i}">${i}</a>`).join("");
  site = await newSite({ "*": { body: html({ title: "One title for every page", body: links }) } });
  const account = await newAccount("pro", [site.host, OTHER_DOMAIN]);
  await newAccount("pro", [FOREIGN_DOMAIN]);
  owner = await signIn(account.email);
  const json = { email: `m-${crypto.randomUUID()}@example.com`, password: PASSWORD, role: "member" };
  await call("POST", "/api/account/members", { headers: owner, json: { ...json, domains: [OTHER_DOMAIN] } });
  member = await signIn(json.email);
  const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
  await seedPrompts(account.accountId, id!, [prompt]);
  await cache(site.host, `/cached/${MARK}"${SCRIPT}`, html());
  await audit(account, site);
});

/** The results: kind → links. */
async function search(q: string, domain?: string, session = owner) {
  const answer = await exports.default.fetch(`http://api.test${appPath("search", { q, domain })}`, {
    headers: session,
    redirect: "manual",
  });
  const text = await answer.text();
  expect([answer.status, text.includes(SCRIPT)]).toEqual([200, false]);
  const groups = [...text.matchAll(/<h2>([^<]+)<\/h2><ul>(.*?)<\/ul>/gs)].map(
    ([, name, list]) =>
      [name!, [...list!.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"))] as const,
  );
  return { groups: Object.fromEntries(groups), text };
}

describe("the page of search", () => {
  it("teaches what can be found before anything is typed", async () => {
    const { groups, text } = await search("");
    expect(groups).toEqual({});
    expect(text).toContain("What are you looking for?");
    expect(text).toContain("Choose a domain to find its pages, too.");
  });

  it("finds the pages of the chosen domain, audited and cached, at most eight", async () => {
    const { groups } = await search(MARK.toUpperCase(), site.host);
    expect(groups["Pages"]).toHaveLength(8);
    expect(groups["Pages"]).toContain(sitePath(site.host, "inspect", { url: `/${MARK}-3` }));
    const { groups: cached, text } = await search("/cached/", site.host);
    expect(cached["Pages"]).toHaveLength(1);
    expect(text).toContain("in the cache");
    const { groups: one, text: audited } = await search(`http://${site.host}/${MARK}-7`, site.host);
    expect(one["Pages"]).toEqual([sitePath(site.host, "inspect", { url: `/${MARK}-7` })]);
    expect(audited).toContain("audited");
  });

  it("finds issues, prompts, settings, guides and operations", async () => {
    const issues = (await search("title", site.host)).groups["Issues"];
    expect(issues).toContainEqual(expect.stringMatching(/\/issues\/duplicate_title$/));
    expect((await search(prompt.slice(0, 8), site.host)).groups["Prompts"]).toEqual([
      sitePath(site.host, "mentions/prompts/:id", { id: prompt }),
    ]);
    expect((await search("webhooks")).groups["Views and settings"]).toEqual([appPath("account/webhooks")]);
    expect((await search("fresh for", site.host)).groups["Views and settings"]).toEqual([
      sitePath(site.host, "settings/site"),
    ]);
    expect((await search("netlify", site.host)).groups["Docs"]).toEqual([
      sitePath(site.host, "cache/connect", { platform: "netlify" }),
    ]);
    expect((await search("compareAudits")).groups["Docs"]).toContain("/docs/compareAudits");
  });

  it("shows nothing of other accounts, and to a restricted member only their domains", async () => {
    expect((await search(MARK)).groups["Domains"]).toEqual([sitePath(OTHER_DOMAIN, "")]);
    const foreign = await search(MARK, FOREIGN_DOMAIN);
    expect(Object.keys(foreign.groups)).toEqual(["Domains"]);
    expect((await search(site.host, undefined, member)).groups["Domains"]).toBeUndefined();
    const { groups, text } = await search(MARK, site.host, member);
    expect(groups).toEqual({ Domains: [sitePath(OTHER_DOMAIN, "")] });
    expect(text).not.toContain(site.host);
  });

  it("takes at most 100 characters of anything, and says when nothing fits", async () => {
    const { groups, text } = await search(`${SCRIPT}${"x".repeat(100_000)}`, site.host);
    expect(groups).toEqual({});
    expect(text).toContain("Nothing found");
    expect(text).not.toContain("x".repeat(101));
    for (const odd of ["*", "%", "\uD83D", "\u0000", "'", "\n", "/ "]) await search(odd, site.host);
  });

  it("is behind the sign-in", async () => {
    const answer = await exports.default.fetch(`http://api.test${appPath("search", { q: MARK })}`, {
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringContaining("/app/sign-in")]);
  });
});
