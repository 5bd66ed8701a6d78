import "../../../src/jobs/queues.ts"; // Loaded before the queues deliver: modules that a request loads can hang another request.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanText } from "../../../src/lib/text/strangers-text.ts";
import { call, newAccount, signIn, until, type TestAccount } from "../support/api.ts";
import { script } from "../support/stand-in.ts";
import { addBrand } from "../support/seed-answers.ts";
import { tickCron } from "../support/tick.ts";

const ATTACK = `<script>alert(1)</script>"><img src=x onerror=alert(1)> \u202Eevil\u2066 \uD83D `;
const OPENING = `👩‍🚀🇩🇪 Cafe\u0301: **Acme** is great! Rival is slow. ${ATTACK}I found no information about Acme Cloud. `;
/** An answer of almost 100 KB that tries everything. */
const HOSTILE = OPENING + "Nothing to see here. ".repeat(5_000).slice(0, 99_000 - OPENING.length);
const CITES = [
  { url: 'https://evil.test/"><script>alert(2)</script>', title: `</a>${ATTACK}` },
  { url: "https://acme.example/bikes", title: "Acme's bikes" },
];
const QUESTION = `Which shop? ${ATTACK.replace("\uD83D", "")}`;

let account: TestAccount;
let session: { cookie: string; origin: string };
let promptId: string;
const DOMAIN = "acme.example";
const base = `/app/site/${DOMAIN}/mentions`;

const open = (path: string) =>
  exports.default.fetch(`http://api.test${path}`, { headers: session, redirect: "manual" });
const post = (path: string, fields: Record<string, string> | [string, string][]) =>
  exports.default.fetch(`http://api.test${base}${path}`, {
    method: "POST",
    headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
const runs = async () =>
  (await call("GET", `/api/ai-mentions/runs?domain=${DOMAIN}`, { headers: account.auth })).body.runs;
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

beforeAll(async () => {
  account = await newAccount("pro");
  await addBrand(account, {
    domain: DOMAIN,
    brandName: "Acme",
    competitors: [{ name: "Rival", siteUrl: "https://rival.example/" }, { name: "Acme Cloud" }],
  });
  session = await signIn(account.email);
  const answer = { parts: [{ text: HOSTILE, cites: CITES }] };
  // Each twice: on a busy machine a first call may get its answer too late, and is repeated.
  const [hostile, refused] = [{ kind: "complete" as const, answer }, { kind: "unauthorized" as const }];
  await script(QUESTION.trim(), [hostile, hostile], "claude");
  await script(QUESTION.trim(), [refused, refused], "gemini");
});

const empty: [string, string][] = [
  ["", "No prompts yet"],
  ["/prompts", "No prompts yet"],
  ["/prompts/new", "No suggestion"],
  ["/competitors", "No report yet"],
  ["/citations", "None of your pages is cited yet"],
  ["/funnel", "Nothing in this period"],
  ["/reports", "No report yet"],
];

describe("without a prompt", () => {
  it.each(empty)("%s says what to do next", async (path, words) => {
    const answer = await open(base + path);
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([200, true]);
  });

  it("an unverified domain leads to its proof", async () => {
    await call("POST", "/api/account/domains", { headers: session, json: { domain: "new.example" } });
    const answer = await open("/app/site/new.example/mentions/prompts");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/site/new.example/verify"]);
  });
});

describe("a prompt", () => {
  it("comes back with what was typed if the API refuses it", async () => {
    const answer = await post("/prompts/new", { promptText: `Kept ${ATTACK}`, tags: "Bad Tag!", intent: "comm" });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain("Kept &lt;script&gt;");
    expect(html).toMatch(/id="tags-error"/);
  });

  it("is created for the chosen providers and asked, and its answers are listed", async () => {
    const created = await post("/prompts/new", [
      ["promptText", QUESTION],
      ["intent", "comm"],
      ["monitorInterval", "weekly"],
      ["providers", "claude"],
      ["providers", "gemini"],
      ["country", "de"],
    ]);
    // The same form once more asks whether that is meant: every copy costs calls.
    const twice = await post("/prompts/new", { promptText: ` ${QUESTION.toUpperCase()}`, providers: "claude" });
    expect([twice.status, (await twice.text()).includes('name="twice"')]).toEqual([409, true]);
    const to = created.headers.get("location") ?? "";
    expect([created.status, to.startsWith(`${base}/prompts/`)]).toEqual([303, true]);
    promptId = to.split("/").pop()!;
    await until(async () => {
      const all = await runs();
      return all.length === 2 && all.every(({ status }: any) => status === "ok" || status === "error");
    });
    const html = await (await open(to)).text();
    expect(html).toContain("position 1");
    expect(html).toMatch(/failed/);
    // Gemini's refusal is explained where prompts are managed.
    expect(await (await open(`${base}/prompts`)).text()).toContain("rejected this service&#39;s key");
  });

  it("is paused, changed, and not another domain's", async () => {
    expect((await post(`/prompts/${promptId}/state`, { active: "0" })).status).toBe(303);
    expect(await (await open(`${base}/prompts/${promptId}`)).text()).toContain(">paused<");
    const changed = await post(`/prompts/${promptId}/edit`, [
      ["promptText", QUESTION],
      ["intent", "info"],
      ["monitorInterval", "monthly"],
      ["providers", "claude"],
      ["tags", "bikes"],
      ["country", "DE"],
    ]);
    expect(changed.status).toBe(303);
    const [prompt] = (await call("GET", `/api/ai-mentions/prompts?domain=${DOMAIN}`, { headers: account.auth })).body;
    expect(prompt).toMatchObject({
      active: 0,
      intent: "info",
      monitorInterval: "monthly",
      aiProviders: ["claude"],
      tags: "bikes",
    });
    expect(prompt.personaLocation).toBe('{"country":"DE"}');
    expect((await open(`${base}/prompts/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await open(`${base}/answers/${crypto.randomUUID()}`)).status).toBe(404);
  });
});

describe("a hostile answer", () => {
  let answerId: string;
  beforeAll(async () => {
    answerId = (await runs()).find(({ provider }: any) => provider === "claude").id;
    await tickCron("*/15 * * * *", Date.now());
    await until(async () => {
      const { body } = await call("GET", `/api/ai-mentions/reports?domain=${DOMAIN}`, { headers: account.auth });
      return body.reports.length > 0;
    });
  });

  const shown = () => [
    ...empty.map(([path]) => path),
    `/prompts/${promptId}`,
    `/prompts/${promptId}/edit`,
    `/answers/${answerId}`,
    `/reports/${new Date().toISOString().slice(0, 10)}`,
    "?days=7&provider=claude",
    `/prompts/new?text=${encodeURIComponent(ATTACK.replace("\uD83D", ""))}&intent=x`,
  ];

  it("is text on every page: no markup, link scheme or direction mark of it takes effect", async () => {
    for (const path of shown()) {
      const answer = await open(base + path);
      const html = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      expect(html, path).not.toMatch(/<script>|<img|href="javascript:|\sstyle=|<style/i);
      // A form holds the reader's own question as they typed it.
      expect(html.replaceAll(/<textarea.*?<\/textarea>/gs, ""), path).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
      expect(html.match(/<h1/g), path).toHaveLength(1);
      expect(html.length, path).toBeLessThan(130_000);
    }
  });

  it("is complete, with its names marked in the right places, behind emoji and combining characters", async () => {
    const { rawResponse, denied } = (await runs()).find(({ id }: any) => id === answerId);
    const html = await (await open(`${base}/answers/${answerId}`)).text();
    const [, text = ""] = /<div class="answer" dir="auto">(.*?)<\/div>/s.exec(html)!;
    expect(plain(text) === cleanText(rawResponse, rawResponse.length)).toBe(true);
    expect(text).toMatch(/^<span class="answer-tone">👩‍🚀🇩🇪 Cafe\u0301: \*\*<\/span><mark /);
    const marks = [...text.matchAll(/<mark class="(name-[a-z]+)[^"]*" title="([^"]+)">([^<]+)<\/mark>/g)];
    expect(marks.map(([, ...parts]) => parts)).toEqual([
      ["name-own", "Acme", "Acme"],
      ["name-rival", "Rival", "Rival"],
      ["name-denied", "Acme Cloud", "Acme Cloud"],
    ]);
    expect(denied.map(({ start, end }: any) => rawResponse.slice(start, end))).toEqual(["Acme Cloud"]);
    expect(html).toContain("knows nothing");
  });

  it("has its citations as safe links, with whose they are", async () => {
    const html = await (await open(`${base}/answers/${answerId}`)).text();
    expect(html).toContain('href="https://acme.example/bikes" rel="noopener nofollow ugc"');
    expect(html).toContain(">yours<");
    expect(html).toContain("&lt;/a&gt;&lt;script&gt;");
    expect(html).not.toContain('href="https://evil.test/"');
  });
});

describe("deleting a prompt", () => {
  it("asks first, and takes its answers along", async () => {
    const html = await (await open(`${base}/prompts/${promptId}`)).text();
    expect(html).toMatch(/<details class="confirm">.*can&#39;t be undone/s);
    expect((await post(`/prompts/${promptId}/delete`, {})).headers.get("location")).toBe(`${base}/prompts`);
    expect(await runs()).toEqual([]);
  });
});
