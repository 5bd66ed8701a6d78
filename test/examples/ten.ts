import assert from "node:assert/strict";
import {
  asCrawler,
  asPerson,
  ACCEPT,
  CUBOT,
  GOOGLEBOT,
  PERSON,
  RENDERER,
  send,
  type Reply,
  type Running,
} from "./requests.ts";
import { isSitePage, MADE, STYLE } from "./site.ts";

/** An address that the sender claims as its own. */
const FORGED = "66.249.66.1";

function isSnapshot({ status, headers, text }: Reply, expected: number): void {
  assert.equal(status, expected, text.slice(0, 200));
  assert.match(String(headers["x-crawlready-cache"]), /^(hit|miss|stale)$/);
  assert.ok(text.includes(MADE) && !text.includes("<script>"), "the text that scripts make is not there");
}

function isOwnPage(reply: Reply): void {
  assert.deepEqual([reply.status, isSitePage(reply.text)], [200, true], reply.text.slice(0, 200));
}

/** The path as it is, and the query's names and values: frameworks write a space as `+`. */
function meaning(url: string): [path: string, ...query: string[][]] {
  const [path = "", ...query] = url.split("?");
  return [path, ...new URLSearchParams(query.join("?"))];
}

/** What no integration may ask the service. */
async function asksNothing(running: Running, requests: () => Promise<void>): Promise<void> {
  const before = running.gateway.asked.length;
  await requests();
  assert.deepEqual(running.gateway.asked.slice(before), [], "it was sent to the service");
}

/** Each integration has to pass each. */
export const TEN: Record<string, (running: Running) => Promise<void>> = {
  async "crawler gets the snapshot"(running) {
    const reply = await asCrawler(running, "/p");
    isSnapshot(reply, 200);
    const again = await asCrawler(running, "/p?utm_source=mail");
    assert.deepEqual([again.status, again.headers["x-crawlready-cache"]], [200, "hit"]);
  },

  async "people never do"(running) {
    const { base, site } = running;
    await asksNothing(running, async () => {
      isOwnPage(await asPerson(running, "/p"));
      isOwnPage(await asPerson(running, "/p", { "user-agent": CUBOT }));
      for (const ask of [asPerson, asCrawler]) assert.equal((await ask(running, "/style.css")).text, STYLE);
      assert.match((await asPerson(running, "/api/items", { accept: "application/json" })).text, /"GET"/);
      for (const agent of [PERSON, GOOGLEBOT]) {
        const headers = { "user-agent": agent, "content-type": "application/json", origin: base };
        const posted = await send(base, "POST", "/api/items", headers, `{"a":"ä"}`);
        assert.equal(posted.text, JSON.stringify({ method: "POST", body: `{"a":"ä"}` }));
      }
      assert.equal(site.received.at(-1)!.method, "POST");
    });
  },

  async query(running) {
    for (const path of [
      "/p?a=1&b=x%20y%2Fz&c=%C3%A4&d=1+2",
      "/caf%C3%A9/a%20b?q=a%26b",
      "/p?u=https://x.example/?y=1",
    ]) {
      const before = running.gateway.asked.length;
      const reply = await asCrawler(running, path);
      isSnapshot(reply, 200);
      const asked = running.gateway.asked.slice(before).map(({ url }) => meaning(url));
      assert.deepEqual(asked, [meaning(`/render/https://${new URL(running.base).host}${path}`)]);
      assert.equal((await asPerson(running, path)).status, 200);
      assert.deepEqual(meaning(running.site.received.at(-1)!.url), meaning(path), "the site got another address");
    }
  },

  async HEAD(running) {
    const before = running.gateway.asked.length;
    const reply = await asCrawler(running, "/p", {}, "HEAD");
    assert.deepEqual([reply.status, reply.bytes.length], [200, 0]);
    assert.match(String(reply.headers["x-crawlready-cache"]), /^(hit|miss|stale)$/);
    assert.match(String(reply.headers["content-type"]), /^text\/html/);
    assert.deepEqual(
      running.gateway.asked.slice(before).map(({ method }) => method),
      ["HEAD"],
    );
  },

  async redirects(running) {
    for (const ask of [asCrawler, asPerson]) {
      const reply = await ask(running, "/moved");
      const target = new URL(String(reply.headers.location), running.base);
      assert.deepEqual([reply.status, target.pathname], [301, "/p"]);
    }
    assert.ok((await asCrawler(running, "/moved")).headers["x-crawlready-cache"]);
  },

  async "404 stays 404"(running) {
    const reply = await asCrawler(running, "/none");
    isSnapshot(reply, 404);
    assert.equal((await asPerson(running, "/none")).status, 404);
  },

  async "loop guard"(running) {
    await asksNothing(running, async () => {
      isOwnPage(await asCrawler(running, "/p", { "x-prerender": "1" }));
      isOwnPage(await asPerson(running, "/p", { "x-prerender": "1", "user-agent": RENDERER }));
    });
    // The service renders through the integration itself.
    const rendered = running.site.received.filter(({ headers }) => headers["user-agent"]?.includes("CrawlreadyRender"));
    assert.ok(rendered.length > 1, "no renderer came to the site");
    const looped = running.gateway.asked.filter(({ headers }) => headers["x-prerender"] !== undefined);
    assert.deepEqual(looped, []);
  },

  async "timeout falls back"(running) {
    const startedAt = Date.now();
    const statuses = [401, 403, 429, 500, 502, 503, 508].filter((status) => !running.passesOn.includes(status));
    const [slow, ...failed] = await Promise.all(
      ["/hangs", "/breaks", ...statuses.map((status) => `/service-says/${status}`)].map(async (path) => ({
        path,
        reply: await asCrawler(running, path),
        tookMs: Date.now() - startedAt,
      })),
    );
    for (const { path, reply } of failed)
      assert.deepEqual([path, reply.status, isSitePage(reply.text)], [path, 200, true]);
    isOwnPage(slow!.reply);
    assert.ok(slow!.tookMs > running.limitMs - 1_000, `it waited for ${slow!.tookMs} ms only`);
    assert.ok(slow!.tookMs < running.limitMs + 5_000, `it waited for ${slow!.tookMs} ms`);
    await running.gateway.away(async () => isOwnPage(await asCrawler(running, "/p")));
    const urls = running.site.received.filter(({ url }) => /hangs|breaks|says/.test(url)).map(({ url }) => url);
    assert.deepEqual(
      [...new Set(urls)].filter((url) => url.includes("/render/")),
      [],
    );
  },

  async headers(running) {
    const { gateway, site } = running;
    const packed = await asCrawler(running, "/p", {
      "accept-encoding": "gzip",
      "x-forwarded-for": FORGED,
      cookie: "session=secret",
    });
    // Decompresses it, if the header says so.
    isSnapshot(packed, 200);
    const { headers } = gateway.asked.at(-1)!;
    assert.match(String(headers["x-prerender-token"]), /^crk_\w{20,}$/);
    assert.deepEqual([headers["user-agent"], headers.accept, headers.cookie], [GOOGLEBOT, ACCEPT, undefined]);
    assert.equal(headers.host, gateway.url.host);
    if (!running.trustsForwarded) {
      assert.match(String(headers["x-forwarded-for"]), /127\.0\.0\.1|::1/);
      assert.doesNotMatch(String(headers["x-forwarded-for"]), new RegExp(FORGED), "a sender chooses its address");
    } else assert.match(String(headers["x-forwarded-for"]), new RegExp(FORGED));
    const { etag } = packed.headers;
    assert.match(String(packed.headers.vary), /user-agent/i);
    assert.match(String(packed.headers["cache-control"]), /private/);
    const known = await asCrawler(running, "/p", { "if-none-match": String(etag), "accept-encoding": "gzip" });
    assert.deepEqual([known.status, known.bytes.length], [304, 0]);
    const all = JSON.stringify([site.received.map((each) => each.headers), packed.headers]);
    assert.ok(!all.includes("crk_"), "the key leaves the service's connection");
    isOwnPage(await asPerson(running, "/p", { "accept-encoding": "gzip" }));
  },

  async "visit counted"(running) {
    const expected = running.gateway.passedOn();
    const endAt = Date.now() + 30_000;
    let counted = 0;
    while (counted !== expected && Date.now() < endAt) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      counted = await running.visits();
    }
    assert.equal(counted, expected);
  },
};

export interface Outcome {
  assertion: string;
  /** Null: passed. */
  failure: string | null;
}

/** Runs all ten. */
export async function runTen(running: Running): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [assertion, holds] of Object.entries(TEN)) {
    const failure = await holds(running).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    outcomes.push({ assertion, failure });
  }
  return outcomes;
}
