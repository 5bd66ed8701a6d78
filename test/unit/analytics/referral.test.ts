import { describe, expect, it } from "vitest";
import { runInNewContext } from "node:vm";
import { ASSISTANTS } from "../../../src/analytics/catalogue/assistants";
import { assistantOf, operatorOf } from "../../../src/analytics/core/referral";
import { referralOf } from "../../../src/analytics/referrals/referral-of";
import { SNIPPET } from "../../../src/analytics/referrals/snippet-text";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

describe("assistantOf", () => {
  it.each([
    ["https://chatgpt.com/", "/", "chatgpt"],
    ["https://chatgpt.com", "/?utm_source=perplexity", "chatgpt"],
    ["https://www.perplexity.ai/search/abc", "/", "perplexity"],
    ["android-app://ai.perplexity.app.android/", "/?utm_source=Perplexity", "perplexity"],
    ["copilot.microsoft.com", "/", "copilot"],
    [null, "/a?x=1&utm_source=chatgpt.com", "chatgpt"],
    ["-", "/a?utm_source=www.you.com", "you"],
    ["https://www.google.com/", "/a?utm_source=openai", "chatgpt"],
  ])("of %j on %s is %s", (referrer, path, id) => expect(assistantOf(referrer, path)?.id).toBe(id));

  it.each([
    ["https://www.google.com/", "/"],
    ["https://notchatgpt.com/", "/"],
    ["https://chatgpt.com.evil.example/", "/"],
    ["https://evil.example/chatgpt.com", "/a?source=chatgpt.com"],
    ["https://shop.example/?utm_source=chatgpt.com", "/"],
    [null, "/chatgpt.com?utm_source=newsletter"],
    ["https://you.community/", "/?utm_medium=chatgpt"],
    [`https://${"a.".repeat(5_000)}chatgpt.com/`, "/"],
    ["::::", "/?utm_source=%E0%A4%A"],
  ])("of %j on %s is nobody", (referrer, path) => expect(assistantOf(referrer, path)).toBeNull());
});

describe("the list of assistants", () => {
  it("has ids and hosts of one assistant each, with operator, source and date", () => {
    expect(new Set(ASSISTANTS.map(({ id }) => id)).size).toBe(ASSISTANTS.length);
    const sources = ASSISTANTS.flatMap(({ hosts, utmSources }) => [...hosts, ...utmSources]);
    expect(new Set(sources).size).toBe(sources.length);
    for (const { id, operator, hosts, source } of ASSISTANTS) {
      expect(operatorOf(id)).toBe(operator);
      expect(operator).toMatch(/^[a-z0-9]+$/);
      for (const host of hosts) expect(new URL(`https://${host}`).host).toBe(host);
      expect(source.date).toMatch(/^2026-\d\d-\d\d$/);
    }
  });
});

describe("referralOf", () => {
  const headers = { "user-agent": PERSON, referer: "https://chatgpt.com/", accept: "text/html" };
  const seen = (change: Record<string, string>, status = 200, method = "GET") =>
    referralOf(
      new Request("https://shop.example/p?email=a@b.example", { method, headers: { ...headers, ...change } }),
      "d",
      status,
      5,
    );

  it("is a person's page request, without the query of its path", () => {
    expect(seen({})).toEqual({
      id: expect.any(String),
      domainId: "d",
      at: 5,
      path: "/p",
      assistant: "chatgpt",
      way: "edge",
    });
    expect(seen({ "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", accept: "*/*" })).not.toBeNull();
    expect([seen({}, 304), seen({}, 404)]).not.toContain(null);
  });

  it.each([
    ["a crawler", { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2)" }],
    ["an unnamed crawler", { "user-agent": "SomeUnknownCrawler/1.0 (+https://example.com/bot)" }],
    ["a signed agent with a browser's user agent", { "signature-agent": '"https://chatgpt.com"' }],
    ["a request without a user agent", { "user-agent": "" }],
    ["an image", { accept: "image/avif,*/*" }],
    ["a script's request", { "sec-fetch-mode": "cors" }],
    ["a prefetch", { "sec-purpose": "prefetch;prerender" }],
    ["somebody from elsewhere", { referer: "https://www.google.com/" }],
  ])("is not %s", (_, change) => expect(seen(change as Record<string, string>)).toBeNull());

  it("is not a redirect, whose target has the same referrer, an error of the site, or a form", () => {
    expect([seen({}, 301), seen({}, 302), seen({}, 502), seen({}, 200, "POST"), seen({}, 200, "HEAD")]).toEqual(
      Array(5).fill(null),
    );
  });
});

describe("the snippet", () => {
  const run = (referrer: string, search: string, type = "navigate") => {
    const sent: unknown[] = [];
    runInNewContext(SNIPPET, {
      document: { referrer, currentScript: { src: "https://crawlready.example/referrals.js" } },
      location: { pathname: "/p", search },
      performance: { getEntriesByType: () => [{ type }] },
      navigator: { sendBeacon: (url: URL, body: string) => sent.push([url.href, JSON.parse(body)]) },
      URL,
      URLSearchParams,
    });
    return sent;
  };

  it("reports people whom an assistant sent, and calls nobody about others", () => {
    expect(run("https://www.perplexity.ai/x?secret=1", "?q=private")).toEqual([
      ["https://crawlready.example/referrals", { path: "/p", referrer: "www.perplexity.ai", utmSource: "" }],
    ]);
    expect(run("", "?utm_source=ChatGPT.com")).toHaveLength(1);
    expect(run("https://chatgpt.com/", "", "reload")).toEqual([]);
    for (const referrer of [
      "",
      "https://www.google.com/",
      "https://xchatgpt.com/",
      "https://chatgptxcom/",
      "about:blank",
    ])
      expect(run(referrer, "?utm_source=newsletter&utm_medium=chatgpt.com")).toEqual([]);
  });

  it("agrees with the service about every host", () => {
    for (const host of ASSISTANTS.flatMap(({ hosts }) => hosts)) expect(run(`https://${host}/`, "")).toHaveLength(1);
    expect(SNIPPET.length).toBeLessThan(2_000);
  });
});
