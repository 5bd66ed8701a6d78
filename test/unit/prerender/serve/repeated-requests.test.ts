import { beforeEach, describe, expect, it } from "vitest";
import type { HostRow } from "../../../../src/accounts";
import { siteOf } from "../../../../src/prerender/cache/site";
import { domainOfHost } from "../../../../src/prerender/serve/host-lookup";
import type { CacheLookup } from "../../../../src/prerender/serve/page-request";
import { MAX_KNOWN, rememberRequest, repeatedLookup } from "../../../../src/prerender/serve/repeated-requests";

const HOST = "shop.example";
const NOW = 1_000_000_000;
let row: HostRow;
let hosts = 0;
let host: string;

/** A host that this isolate knows until five seconds from `now`. */
async function learn(now: number, change: Partial<HostRow> = {}): Promise<HostRow> {
  const copy: HostRow = {
    id: host,
    accountId: "a",
    domain: host,
    origin: null,
    sitemapUrl: null,
    soft404: "detect",
    verifiedAt: NOW,
    snapshotTtlHours: 24,
    renderRules: null,
    ignoredParameters: null,
    llmsTxt: false,
    markdown: false,
    canonicalRedirects: false,
    crawlRouter: null,
    suspendedAt: null,
    ...change,
  };
  const KV = { get: async () => ({ row: copy, readAt: now }) };
  return (await domainOfHost({ KV } as never, host, now))!;
}

const requestFor = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  new Request(`https://${host}${path}`, { headers: { "user-agent": "GPTBot/1.2", ...headers }, ...init });

function lookupFor(request: Request, change: Partial<CacheLookup> = {}): CacheLookup {
  const visit = {
    id: "first",
    domainId: host,
    at: NOW,
    path: "/p",
    token: "GPTBot",
    provider: "openai",
    kind: "llm-training" as const,
    servedBy: "cache" as const,
    ip: "66.249.66.1",
  };
  const { pathname } = new URL(request.url);
  const page = { pathAndQuery: pathname, path: pathname, key: pathname, form: "html" as const, ttlHours: 24 };
  return { request, site: siteOf(row), by: "host", defer: () => {}, visit, ...page, ...change };
}

const repeated = (request: Request, now = NOW + 1) => repeatedLookup(request, now, () => {});

beforeEach(async () => {
  host = `${++hosts}.${HOST}`;
  row = await learn(NOW);
});

describe("a repeated request", () => {
  it("asks for the same page, with a visit of its own from its own address", () => {
    rememberRequest(lookupFor(requestFor("/p")));
    const again = requestFor("/p", { "cf-connecting-ip": "20.15.240.64" });
    const lookup = repeated(again)!;
    expect(lookup).toMatchObject({ request: again, path: "/p", site: siteOf(row) });
    expect(lookup.visit).toMatchObject({ path: "/p", at: NOW + 1, ip: "20.15.240.64", token: "GPTBot" });
    const third = repeated(requestFor("/p"))!.visit!;
    expect(third).not.toHaveProperty("ip");
    expect(new Set(["first", lookup.visit!.id, third.id]).size).toBe(3);
  });

  it.each<[string, () => Request]>([
    ["path", () => requestFor("/q")],
    ["query", () => requestFor("/p?a=1")],
    ["user agent", () => requestFor("/p", { "user-agent": "Googlebot" })],
    ["accepted form", () => requestFor("/p", { accept: "text/markdown" })],
    ["method", () => requestFor("/p", {}, { method: "POST" })],
    ["host", () => new Request("https://other.example/p", { headers: { "user-agent": "GPTBot/1.2" } })],
    ["signature", () => requestFor("/p", { "signature-agent": '"https://a.example"' })],
    ["renderer", () => requestFor("/p", { "x-edge-render": "1" })],
    ["second passing", () => requestFor("/p", { "x-crawlready-hop": "1" })],
  ])("is not one of another %s", (_what, make) => {
    rememberRequest(lookupFor(requestFor("/p")));
    expect(repeated(requestFor("/p"))).not.toBeNull();
    expect(repeated(make())).toBeNull();
  });

  it.each<[string, () => CacheLookup]>([
    ["a middleware's", () => lookupFor(requestFor("/p"), { by: "service" })],
    ["a signed one", () => lookupFor(requestFor("/p", { "signature-agent": "a" }))],
    ["a very long one", () => lookupFor(requestFor(`/${"x".repeat(2_000)}`))],
    [
      "one that may get a redirect",
      () => lookupFor(requestFor("/p"), { site: { ...siteOf(row), canonicalRedirects: true } }),
    ],
  ])("is never like %s", (_what, make) => {
    const lookup = make();
    rememberRequest(lookup);
    expect(repeated(lookup.request)).toBeNull();
  });

  it("is none once the site has been read again, or must be", async () => {
    rememberRequest(lookupFor(requestFor("/p")));
    expect(repeated(requestFor("/p"), NOW + 4_999)).not.toBeNull();
    expect(repeated(requestFor("/p"), NOW + 5_000)).toBeNull();
    await learn(NOW + 5_000, { snapshotTtlHours: 1 });
    expect(repeated(requestFor("/p"), NOW + 5_001)).toBeNull();
  });

  it("is remembered with a bounded number of others", () => {
    for (let i = 0; i < 3 * MAX_KNOWN; i++) rememberRequest(lookupFor(requestFor(`/${i}`)));
    const kept = Array.from({ length: 3 * MAX_KNOWN }, (_, i) => repeated(requestFor(`/${i}`))).filter(Boolean);
    expect(kept.length).toBeLessThanOrEqual(MAX_KNOWN);
    expect(repeated(requestFor(`/${3 * MAX_KNOWN - 1}`))).not.toBeNull();
  });
});
