import { createExecutionContext, createMessageBatch } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dashboard } from "../../../src/dashboard/routes";
import worker from "../../../src/index.ts";
import { secretNumber } from "../../../src/lib/crypto/hash.ts";
import { env, newAccount, signIn } from "../support/api.ts";

const TOKEN = "test-operator";
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>\u202e"'`;
const PAGES = ["/app/operator", "/app/operator/dead-letters", "/app/operator/usage", "/app/operator/log"];

const open = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://api.test${path}`, { headers, redirect: "manual" });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://api.test${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://api.test", ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0]!)
    .join("; ");

let cookie: string;

beforeAll(async () => {
  cookie = cookieOf(await post("/app/operator/sign-in", { token: TOKEN }));
});
afterEach(() => void vi.restoreAllMocks());

describe("the operator's pages", () => {
  it.each(PAGES)("%s is open to the operator's session alone", async (path) => {
    const owner = await signIn((await newAccount("business")).email);
    for (const headers of [{}, owner, { authorization: `Bearer ${TOKEN}` }, { cookie: "crawlready.operator=x" }]) {
      const answer = await open(path, headers as Record<string, string>);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/operator/sign-in"]);
    }
    const answer = await open(path, { cookie });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|<script(?! type="module" src="\/)/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain(TOKEN);
  });

  it("opens with the token in a cookie for these pages, for an hour, out of reach of scripts and other sites", async () => {
    const answer = await post("/app/operator/sign-in", { token: ` ${TOKEN} ` });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/operator"]);
    const [set] = answer.headers.getSetCookie();
    expect(set).toMatch(/^crawlready\.operator=\d{13}\.[0-9a-f]{64}; Max-Age=3600; Path=\/app\/operator; HttpOnly; /);
    expect(set).toContain("; Secure");
    expect(set).toContain("SameSite=Strict");
    expect(set).not.toContain(TOKEN);
  });

  it("ends with the sign-out, whoever kept its cookie, and a stranger's sign-out ends nothing", async () => {
    const own = cookieOf(await post("/app/operator/sign-in", { token: TOKEN }));
    await post("/app/operator/sign-out", {}, { cookie: "crawlready.operator=x" });
    expect((await open("/app/operator/log", { cookie: own })).status).toBe(200);
    await post("/app/operator/sign-out", {}, { cookie: own });
    expect((await open("/app/operator/log", { cookie: own })).status).toBe(303);
    await new Promise((resolve) => setTimeout(resolve, 5));
    cookie = cookieOf(await post("/app/operator/sign-in", { token: TOKEN }));
    expect((await open("/app/operator/log", { cookie })).status).toBe(200);
  });

  it("refuses another token, with a limit, and logs it", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
    const address = { "cf-connecting-ip": "192.0.2.77" };
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) {
      const answer = await post("/app/operator/sign-in", { token: i === 0 ? "" : `wrong-${i}` }, address);
      expect(answer.headers.getSetCookie()).toEqual([]);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
    expect(lines.filter((line) => line.includes("admin_token_wrong"))).toHaveLength(20);
    expect(lines.join()).not.toContain("wrong-");
    // The right one always passes.
    expect((await post("/app/operator/sign-in", { token: TOKEN }, address)).status).toBe(303);
  });

  it("takes no session that is over, forged or of another token", async () => {
    const signed = async (endsAt: number, token = TOKEN) =>
      `crawlready.operator=${endsAt}.${await secretNumber(token, "operator session", String(endsAt))}`;
    const status = async (value: string) => (await open("/app/operator/log", { cookie: value })).status;
    const later = Date.now() + 3_600_000;
    expect(await status(await signed(later))).toBe(200);
    expect(await status(await signed(Date.now() - 1))).toBe(303);
    expect(await status(await signed(later, "another-token"))).toBe(303);
    expect(await status((await signed(later)).replace(String(later), String(later + 1)))).toBe(303);
    const out = await post("/app/operator/sign-out", {}, { cookie });
    expect(out.headers.getSetCookie()[0]).toContain("Max-Age=0");
    await new Promise((resolve) => setTimeout(resolve, 5));
    cookie = cookieOf(await post("/app/operator/sign-in", { token: TOKEN }));
  });

  it("takes no forms from other sites, and does not exist without a token", async () => {
    const foreign = await post(
      "/app/operator/dead-letters/drop",
      { queue: "x" },
      { cookie, origin: "https://evil.test" },
    );
    expect(foreign.status).toBe(403);
    const request = new Request("http://api.test/app/operator/sign-in");
    const answer = await dashboard.fetch(request, { ...env, ADMIN_TOKEN: "" }, createExecutionContext());
    expect(answer.status).toBe(404);
  });
});

describe("a dead letter on the operator's pages", () => {
  const QUEUE = "crawlready-purge-dlq";
  const id = `page-${crypto.randomUUID()}`;

  beforeAll(async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const body = { domainId: HOSTILE, last: false };
    await worker.queue(createMessageBatch(QUEUE, [{ id, timestamp: new Date(), attempts: 1, body }]), env);
  });

  it("is shown as text, whatever it holds", async () => {
    for (const path of [`/app/operator/dead-letters?queue=${QUEUE}`, `/app/operator/dead-letters/${id}`]) {
      const html = await (await open(path, { cookie })).text();
      expect(html).toContain("&lt;script&gt;alert(1)");
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img");
      expect(html).not.toContain("\u202e");
    }
    expect(await (await open("/app/operator", { cookie })).text()).toContain(QUEUE);
    expect((await open("/app/operator/dead-letters/none", { cookie })).status).toBe(404);
    expect((await open("/app/operator/usage?cursor=junk", { cookie })).status).toBe(400);
  });

  it("is sent again by its button, and the log has it", async () => {
    const sent: unknown[] = [];
    vi.spyOn(env.PURGE_QUEUE, "send").mockImplementation(async (body) => void sent.push(body) as never);
    const answer = await post("/app/operator/dead-letters/requeue", { id }, { cookie });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/operator/dead-letters"]);
    const flash = cookieOf(answer);
    expect(await (await open("/app/operator/dead-letters", { cookie: `${cookie}; ${flash}` })).text()).toContain(
      "1 letter was sent again.",
    );
    expect(sent).toEqual([{ domainId: HOSTILE, last: false }]);
    expect(await (await open("/app/operator/log", { cookie })).text()).toContain("dead_letters.requeued");
    const again = await post("/app/operator/dead-letters/drop", { id }, { cookie });
    expect(again.status).toBe(303);
    expect(await (await open("/app/operator", { cookie: `${cookie}; ${cookieOf(again)}` })).text()).toContain(
      "No dead letter has one of these ids.",
    );
  });
});
