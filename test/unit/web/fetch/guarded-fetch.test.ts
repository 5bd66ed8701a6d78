import { afterEach, describe, expect, it, vi } from "vitest";
import { egressRules, withAccess, type EgressRules } from "../../../../src/web/fetch/egress";
import { guardedFetch, type FetchedResponse } from "../../../../src/web/fetch/guarded-fetch";

interface Sent {
  url: string;
  init: { method: string; body?: string; redirect: string; headers: Record<string, string> };
}

/** Answers requests in turn, and records them. Nothing leaves the process. An error: the connection fails. */
function network(...answers: Array<Response | Error>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    const { signal, ...rest } = init;
    expect(signal?.aborted).toBe(false);
    sent.push({ url: url.href, init: rest as Sent["init"] });
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error("nobody answers");
  });
  return sent;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const url = (text: string) => new URL(text);
const rules = egressRules({ domain: "shop.example", origin: null }, false);
const signer = { headersFor: async ({ host }: URL) => ({ signature: `for ${host}` }) } as unknown as NonNullable<
  EgressRules["signer"]
>;
const moved = (location: string, status = 302) => new Response(null, { status, headers: { location } });
const fetchFrom = (address: string, options: Partial<Parameters<typeof guardedFetch>[1]> = {}) =>
  guardedFetch(url(address), { rules, timeoutMs: 1_000, ...options });

const OWN_AGENT = "Mozilla/5.0 (compatible; CrawlreadyBot/1.0; +https://crawlready.dev/bot)";
const ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8";

describe("a request", () => {
  it("is made under our own name, signed, and counted", async () => {
    const sent = network(new Response("x"));
    const tally = { made: 0, most: 5 };
    const answer = await fetchFrom("https://shop.example/a", { rules: { ...rules, signer, tally } });
    expect(answer).toMatchObject({ ok: true, status: 200, hops: [] });
    expect(sent).toEqual([
      {
        url: "https://shop.example/a",
        init: {
          method: "GET",
          redirect: "manual",
          headers: { "user-agent": OWN_AGENT, accept: ACCEPT, signature: "for shop.example" },
        },
      },
    ]);
    expect(tally.made).toBe(1);
  });

  it("has what its caller gives, and no signature under another name", async () => {
    const sent = network(new Response("x"));
    await fetchFrom("https://shop.example/a", {
      rules: { ...rules, signer },
      method: "POST",
      body: "{}",
      headers: { "user-agent": "GPTBot", accept: "*/*", "x-own": "1" },
    });
    expect(sent[0]!.init).toEqual({
      method: "POST",
      body: "{}",
      redirect: "manual",
      headers: { "user-agent": "GPTBot", accept: "*/*", "x-own": "1" },
    });
  });

  it("carries the site's secret headers to the site alone, also behind redirects", async () => {
    const sent = network(moved("https://cdn.example/b"), moved("https://shop.example/c"), new Response("x"));
    const open = withAccess({ ...rules, anyPublicHost: true }, "shop.example", { authorization: "Basic x" });
    const answer = await fetchFrom("https://shop.example/a", { rules: open, maxRedirects: 5 });
    expect(sent.map(({ url, init }) => [url, init.headers["authorization"]])).toEqual([
      ["https://shop.example/a", "Basic x"],
      ["https://cdn.example/b", undefined],
      ["https://shop.example/c", "Basic x"],
    ]);
    expect(answer).toMatchObject({
      ok: true,
      hops: [
        { url: "https://shop.example/a", status: 302 },
        { url: "https://cdn.example/b", status: 302 },
      ],
    });
  });

  it("goes to the server behind the domain, and its answer is the domain's", async () => {
    const sent = network(new Response("x"));
    const behind = egressRules({ domain: "shop.example", origin: "https://origin.example" }, false);
    const answer = await fetchFrom("https://shop.example/a?b", { rules: behind });
    expect([sent[0]!.url, (answer as FetchedResponse).url.href]).toEqual([
      "https://origin.example/a?b",
      "https://shop.example/a?b",
    ]);
  });
});

describe("a request that gets no answer", () => {
  it.each<[string, string, Array<Response | Error>, number, object, number]>([
    [
      "may not be made",
      "http://10.0.0.1/",
      [],
      0,
      { failure: "refused", refusal: "foreign_host", hops: [], detail: "10.0.0.1 may not be requested (foreign_host)" },
      0,
    ],
    [
      "is redirected to where none may be made",
      "https://shop.example/",
      [moved("http://169.254.169.254/latest")],
      3,
      {
        failure: "refused",
        refusal: "foreign_host",
        hops: [{ url: "https://shop.example/", status: 302 }],
        detail: "169.254.169.254 may not be requested (foreign_host)",
      },
      1,
    ],
    [
      "is redirected in a circle",
      "https://shop.example/",
      [moved("/a", 301), moved("/", 308)],
      9,
      {
        failure: "redirect_loop",
        hops: [
          { url: "https://shop.example/", status: 301 },
          { url: "https://shop.example/a", status: 308 },
        ],
        detail: "https://shop.example/ redirects back to itself",
      },
      2,
    ],
    [
      "is redirected too often",
      "https://shop.example/",
      [moved("/a"), moved("/b")],
      1,
      {
        failure: "too_many_redirects",
        hops: [
          { url: "https://shop.example/", status: 302 },
          { url: "https://shop.example/a", status: 302 },
        ],
        detail: "more than 1 redirects",
      },
      2,
    ],
    [
      "fails",
      "https://shop.example/",
      [new Error("connect ECONNREFUSED 10.1.2.3:443")],
      0,
      { failure: "unreachable", hops: [], detail: "the connection failed" },
      1,
    ],
  ])("because it %s", async (_why, address, answers, maxRedirects, failure, made) => {
    const sent = network(...answers);
    expect(await fetchFrom(address, { maxRedirects })).toEqual({ ok: false, refusal: undefined, ...failure });
    expect(sent).toHaveLength(made);
  });

  it("in time says so, and a later one is not ended", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_: URL, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal!.addEventListener("abort", () => reject(new Error("aborted")))),
    );
    const failed = fetchFrom("https://shop.example/", { timeoutMs: 700 });
    await vi.advanceTimersByTimeAsync(700);
    expect(await failed).toMatchObject({ failure: "timeout", detail: "no response within 700 ms" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an answer", () => {
  it.each([
    ["a redirect that is not followed", moved("/b"), 302],
    ["a redirect to nowhere", moved("https://", 301), 301],
    ["a status that exists", new Response(null, { status: 599 }), 599],
    ["a status below all", { status: 99, headers: new Headers(), body: null }, 500],
    ["a status above all", { status: 600, headers: new Headers(), body: null }, 500],
    ["the lowest status", { status: 100, headers: new Headers(), body: null }, 100],
  ])("is taken: %s", async (_name, answer, status) => {
    vi.stubGlobal("fetch", async () => answer);
    expect(await fetchFrom("https://shop.example/")).toMatchObject({ ok: true, status, hops: [] });
  });

  it("ends with its release: its timer, and its body unless that was read", async () => {
    vi.useFakeTimers();
    const cancel = vi.fn();
    network(new Response(new ReadableStream({ cancel })), new Response("read"));
    const unread = (await fetchFrom("https://shop.example/")) as FetchedResponse;
    expect([vi.getTimerCount(), unread.timedOut()]).toEqual([1, false]);
    unread.release();
    await vi.advanceTimersByTimeAsync(0);
    expect([vi.getTimerCount(), unread.timedOut(), cancel.mock.calls.length]).toEqual([0, true, 1]);
    const read = (await fetchFrom("https://shop.example/")) as FetchedResponse;
    await new Response(read.body).text();
    read.release();
    expect(read.timedOut()).toBe(false);
    network(new Response("slow"));
    const slow = (await fetchFrom("https://shop.example/")) as FetchedResponse;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(slow.timedOut()).toBe(true);
  });
});
