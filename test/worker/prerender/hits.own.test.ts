import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { VisitEvent } from "../../../src/analytics";
import type { RepeatedVisit } from "../../../src/analytics/count/record-visits";
import worker from "../../../src/index";
import { env, newAccount, newSite, type TestSite } from "../support/api.ts";
import { cache, setDomain } from "../support/cache.ts";

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const BOT = { "user-agent": GOOGLEBOT };

let site: TestSite;
/** Each message that the queue got: its visits. */
let messages: Array<Array<VisitEvent | RepeatedVisit>>;
/** Reads of KV and calls of the index since the last `heat`. */
let lookups: string[];
let contexts: ExecutionContext[] = [];

beforeEach(async () => {
  // A request of the test before may carry this one's visits.
  await settle();
  [messages, lookups, contexts] = [[], [], []];
  site = await newSite({ "*": { body: "origin" } });
  await newAccount("pro", [site.host]);
});

/** The bindings, of which some are watched. */
function bindings() {
  const VISIT_QUEUE = {
    sendBatch: async (batch: Array<{ body: (typeof messages)[number] }>) => {
      messages.push(...batch.map(({ body }) => body));
    },
  };
  const SNAPSHOT_INDEX = {
    getByName: (name: string) => {
      lookups.push("index");
      return env.SNAPSHOT_INDEX.getByName(name);
    },
  };
  return { ...env, VISIT_QUEUE, SNAPSHOT_INDEX } as never;
}

/** One request to the site's own host, as the Worker gets it. */
async function get(path: string, init: RequestInit = { headers: BOT }, watch = (request: Request) => request) {
  const context = createExecutionContext();
  contexts.push(context);
  const request = watch(new Request(site.origin + path, { redirect: "manual", ...init }));
  const answer = await worker.fetch(request as never, bindings(), context);
  const body = await answer.text();
  return { status: answer.status, state: answer.headers.get("x-crawlready-cache"), headers: answer.headers, body };
}

/** Requests a page until this isolate has a lease on it and knows this kind of request. */
async function heat(path: string, init?: RequestInit): Promise<void> {
  for (let i = 0; i < 3; i++) await get(path, init);
  lookups = [];
}

const settle = () => Promise.all(contexts.map((context) => waitOnExecutionContext(context)));
const timesOf = (each: VisitEvent | RepeatedVisit) => ("visit" in each ? each.times : 1);
const visitIn = (each: VisitEvent | RepeatedVisit) => ("visit" in each ? each.visit : each);

describe("hits of leased pages", () => {
  it("make at most one message per second, however many pages, crawlers and addresses there are", async () => {
    const paths = ["/a", "/b", "/c", "/d", "/e"];
    for (const path of paths) await cache(site.host, path, "<p>old</p>");
    const startedAt = Date.now();
    let leased = 0;
    for (let i = 0; Date.now() < startedAt + 2_500; i++) {
      lookups = [];
      const headers = {
        "user-agent": i % 2 ? GOOGLEBOT : "GPTBot/1.2",
        "cf-connecting-ip": `66.249.66.${1 + (i % 3)}`,
      };
      const { body, state } = await get(paths[i % paths.length]!, { headers });
      expect([body, state]).toEqual(["<p>old</p>", "hit"]);
      if (lookups.length === 0) leased++;
      // Hits need nothing from outside, and would let no timer run.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await settle();
    const seconds = (Date.now() - startedAt) / 1_000;
    expect(leased).toBeGreaterThan(100);
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.length).toBeLessThanOrEqual(Math.ceil(seconds));
    const visits = messages.flat();
    expect(visits.reduce((sum, each) => sum + timesOf(each), 0)).toBe(leased);
    for (const message of messages) expect(message.length).toBeLessThanOrEqual(5 * 2 * 3);
    expect(new Set(visits.map((each) => visitIn(each).id)).size).toBe(visits.length);
    expect(new Set(visits.map((each) => visitIn(each).ip)).size).toBe(3);
  });

  it("are all sent when the isolate ends: the request that came first waits for it", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    for (let i = 0; i < 7; i++) await get("/p");
    expect(lookups).toEqual([]);
    await settle();
    expect(messages.map((message) => message.map(timesOf))).toEqual([[8]]);
  });

  it("keep each domain's visits in messages of its own", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    const first = site;
    site = await newSite({ "*": { body: "origin" } });
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    site = first;
    await settle();
    for (const message of messages) expect(new Set(message.map((each) => visitIn(each).domainId)).size).toBe(1);
    expect(messages).toHaveLength(2);
  });
});

describe("a request like an earlier one", () => {
  /** What decides which page a request is for, whose visit it is, and whether it is passed on. */
  const DECIDING = [
    "accept",
    "cf-connecting-ip",
    "user-agent",
    "signature-agent",
    "signature-input",
    "signature",
    "x-crawlready-hop",
    "x-crawlready-render",
    "x-edge-render",
    "x-prerender",
  ];
  /** What `respondWith` reads, for this request as for any. */
  const ANSWERING = ["accept-encoding", "if-modified-since", "if-none-match"];

  it("is recognized by every header that the way of the first one reads", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    const read = new Set<string>();
    const watch = (request: Request) => {
      const { headers } = request;
      const note =
        <T>(ask: (name: string) => T) =>
        (name: string) => (read.add(name.toLowerCase()), ask(name));
      const watched = { get: note((name) => headers.get(name)), has: note((name) => headers.has(name)) };
      return new Proxy(request, {
        get: (target, name) => (name === "headers" ? watched : Reflect.get(target, name, target)),
      });
    };
    for (let i = 0; i < 3; i++) expect((await get("/p", undefined, watch)).state).toBe("hit");
    expect([...read].toSorted()).toEqual([...DECIDING, ...ANSWERING].toSorted());
  });

  it("gets what the first one got, with its own headers of the answer", async () => {
    await cache(site.host, "/p", "<p>old</p>", { createdAt: Date.now() - 5_000, headers: { link: "</a>; rel=next" } });
    const first = await get("/p");
    await heat("/p");
    const hit = await get("/p");
    expect(lookups).toEqual([]);
    const comparable = ({ headers, ...rest }: typeof hit) => ({
      ...rest,
      headers: { ...Object.fromEntries(headers), age: "" },
    });
    expect(comparable(hit)).toEqual(comparable(first));
    expect(Number(hit.headers.get("age"))).toBeGreaterThanOrEqual(5);
    const etag = hit.headers.get("etag")!;
    const again = await get("/p", { headers: { ...BOT, "if-none-match": etag } });
    expect([again.status, again.body, again.headers.get("content-type")]).toEqual([304, "", "application/x-empty"]);
    expect(lookups).toEqual([]);
    const after = await get("/p");
    expect([after.status, after.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it.each<[string, RequestInit, number, string | null, string]>([
    ["a person", { headers: { "user-agent": "Mozilla/5.0 (Macintosh) Chrome/140.0.0.0" } }, 200, null, "origin"],
    ["a renderer", { headers: { ...BOT, "x-prerender": "1" } }, 200, null, "origin"],
    ["another method", { headers: BOT, method: "POST" }, 200, "bypass", "origin"],
    ["a type that pages don't have", { headers: { ...BOT, accept: "image/png" } }, 200, "bypass", "origin"],
    ["HEAD", { headers: BOT, method: "HEAD" }, 200, "hit", ""],
  ])("is not one by %s", async (_name, init, status, state, body) => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    const answer = await get("/p", init);
    expect([answer.status, answer.state, answer.body]).toEqual([status, state, body]);
  });

  it("is not one that this service passed on", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    const answer = await get("/p", { headers: { ...BOT, "x-crawlready-hop": "1" } });
    expect([answer.status, answer.state]).toEqual([508, null]);
  });

  it("is not one that is signed: its visit is the signer's", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    const signed = { ...BOT, "signature-agent": '"https://chatgpt.com"', "signature-input": "a", signature: "b" };
    await get("/p", { headers: signed });
    await settle();
    const visit = messages.flat().find((each) => visitIn(each).signature);
    expect(visit).toMatchObject({ signature: { agent: '"https://chatgpt.com"' } });
  });

  it("follows the site's settings as soon as this isolate has read them again", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    await settle();
    await setDomain(site.host, "snapshot_ttl_hours = ?", "1");
    await cache(site.host, "/p", "<p>old</p>", { createdAt: Date.now() - 2 * 3_600_000 });
    const later = Date.now() + 5_001;
    vi.spyOn(Date, "now").mockImplementation(() => later);
    onTestFinished(() => void vi.restoreAllMocks());
    const states = [await get("/p"), await get("/p"), await get("/p")].map(({ state }) => state);
    expect(states).toEqual(["stale", "stale", "stale"]);
  });
});
