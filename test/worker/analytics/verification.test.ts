import { appendSignature, component, createSignature, webcrypto, type SignatureComponent } from "http-message-sig";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { upkeepVisits } from "../../../src/analytics";
import { judgeVisits } from "../../../src/analytics/verify/judge-visits";
import { forgetRanges } from "../../../src/analytics/verify/ranges";
import { refreshRanges } from "../../../src/analytics/verify/refresh-ranges";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import { addVisits } from "../../../src/analytics/count/add-visits";
import type { VisitEvent } from "../../../src/analytics/count/record-visits";
import { visitOf } from "../../../src/analytics/count/visit-of";
import { call, env, newAccount, newSite, type TestSite } from "../support/api.ts";
import { knownVisits, withVisits } from "../support/visits.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const YANDEX = "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)";
const range = (cidr: string) => ({ body: JSON.stringify({ prefixes: [{ ipv4Prefix: cidr }] }) });

let mirror: TestSite;
let resolver: TestSite;
const before = { proofs: env.CRAWLER_PROOFS_URL, dns: env.DNS_RESOLVER_URL };

beforeAll(async () => {
  mirror = await newSite();
  resolver = await newSite();
  env.CRAWLER_PROOFS_URL = mirror.origin;
  env.DNS_RESOLVER_URL = `${resolver.origin}/dns-query`;
});
afterAll(() => {
  env.CRAWLER_PROOFS_URL = before.proofs;
  env.DNS_RESOLVER_URL = before.dns;
});
beforeEach(() => forgetRanges());

const visit = (userAgent: string, change: Partial<VisitEvent> = {}): VisitEvent => ({
  id: crypto.randomUUID(),
  domainId: "none",
  at: Date.now(),
  path: "/",
  servedBy: "cache",
  ...classifyUserAgent(userAgent)!,
  ...change,
});
const verdict = async (event: VisitEvent, now = Date.now()) => (await judgeVisits(env, [event], now))[0]!.verdict;

/** Builds DNS responses from name → type → records. */
const dns = (records: Record<string, Record<string, string[]>>) =>
  resolver.set(
    Object.fromEntries(
      Object.entries(records).flatMap(([name, types]) =>
        Object.entries(types).map(([type, values]) => [
          `/dns-query?name=${name}&type=${type}`,
          {
            body: JSON.stringify({ Status: 0, Answer: values.map((data) => ({ type: type === "A" ? 1 : 12, data })) }),
          },
        ]),
      ),
    ),
  );

describe("published ranges", () => {
  it("prove addresses inside and disprove others; a copy survives a broken list, but not forever", async () => {
    const now = Date.now();
    expect(await verdict(visit(GPTBOT, { ip: "20.15.240.70" }))).toBe("unknown");
    await mirror.set({ "/ranges/openai-gptbot": range("20.15.240.64/28") });
    await refreshRanges(env, now);
    forgetRanges();
    expect(await verdict(visit(GPTBOT, { ip: "20.15.240.70" }), now)).toBe("verified");
    expect(await verdict(visit(GPTBOT, { ip: "20.15.241.70" }), now)).toBe("spoofed");
    expect(await verdict(visit(GPTBOT, { ip: "192.168.0.1" }), now)).toBe("unknown");
    expect(await verdict(visit(GPTBOT), now)).toBe("unknown");

    await mirror.set({ "/ranges/openai-gptbot": { body: "<html>moved</html>" } });
    await refreshRanges(env, now + 5 * HOUR_MS);
    expect(await mirror.log()).not.toContain("GET /ranges/openai-gptbot");
    await refreshRanges(env, now + 7 * HOUR_MS);
    expect(await mirror.log()).toContain("GET /ranges/openai-gptbot");
    forgetRanges();
    expect(await verdict(visit(GPTBOT, { ip: "20.15.240.70" }), now + DAY_MS)).toBe("verified");
    expect(await verdict(visit(GPTBOT, { ip: "20.15.241.70" }), now + DAY_MS)).toBe("spoofed");
    forgetRanges();
    expect(await verdict(visit(GPTBOT, { ip: "20.15.240.70" }), now + 8 * DAY_MS)).toBe("verified");
    expect(await verdict(visit(GPTBOT, { ip: "20.15.241.70" }), now + 8 * DAY_MS)).toBe("unknown");
  });
});

describe("GET /api/analytics/bots/verify", () => {
  it("judges a line of a log as a visit, and says what the verdict rests on", async () => {
    await mirror.set({ "/ranges/openai-gptbot": range("20.15.240.64/28") });
    await refreshRanges(env, Date.now() + 30 * DAY_MS);
    forgetRanges();
    const { auth } = await newAccount("pro");
    const ask = async (userAgent: string, ip = "") => {
      const query = `userAgent=${encodeURIComponent(userAgent)}${ip && `&ip=${ip}`}`;
      const { body } = await call("GET", `/api/analytics/bots/verify?${query}`, { headers: auth });
      return [body.claims, body.verdict, body.reason, body.crawler?.token];
    };
    expect(await ask(GPTBOT, "20.15.240.70")).toEqual(["crawler", "verified", "checked", "GPTBot"]);
    expect(await ask(GPTBOT, "20.15.241.70")).toEqual(["crawler", "spoofed", "checked", "GPTBot"]);
    expect(await ask(GPTBOT)).toEqual(["crawler", "unknown", "no_address", "GPTBot"]);
    expect(await ask(GPTBOT, "10.0.0.1")).toEqual(["crawler", "unknown", "private_address", "GPTBot"]);
    expect(await ask("TelegramBot 1.0", "20.15.240.70")).toEqual([
      "crawler",
      "unknown",
      "nothing_published",
      "TelegramBot",
    ]);
    expect((await ask("Mozilla/5.0 Firefox/140.0")).slice(0, 3)).toEqual(["person", null, "no_crawler_named"]);
  });
});

describe("an address's reverse name", () => {
  it("counts if it belongs to the operator and resolves back", async () => {
    await dns({
      "1.43.255.5.in-addr.arpa": { PTR: ["5-255-43-1.spider.yandex.com."] },
      "5-255-43-1.spider.yandex.com": { A: ["5.255.43.1"] },
      "2.43.255.5.in-addr.arpa": { PTR: ["fake.yandex.com."] },
      "fake.yandex.com": { A: ["5.255.99.99"] },
      "3.43.255.5.in-addr.arpa": { PTR: ["spider.notyandex.com."] },
      "spider.notyandex.com": { A: ["5.255.43.3"] },
      "4.43.255.5.in-addr.arpa": { PTR: [] },
    });
    const verdicts = await judgeVisits(
      env,
      ["5.255.43.1", "5.255.43.2", "5.255.43.3", "5.255.43.4"].map((ip) => visit(YANDEX, { ip })),
      Date.now(),
    );
    expect(verdicts.map((each) => each.verdict)).toEqual(["verified", "spoofed", "spoofed", "spoofed"]);
    await resolver.set({});
    expect(await verdict(visit(YANDEX, { ip: "5.255.43.1" }))).toBe("verified");
  });

  it("decides what the ranges leave open, and nothing if the resolver is silent", async () => {
    await mirror.set({ "/ranges/google-common": range("66.249.64.0/19") });
    await refreshRanges(env, Date.now());
    await dns({
      "9.0.102.34.in-addr.arpa": { PTR: ["crawl-34-102-0-9.geo.googlebot.com."] },
      "crawl-34-102-0-9.geo.googlebot.com": { A: ["34.102.0.9"] },
    });
    expect(await verdict(visit(GOOGLEBOT, { ip: "66.249.66.1" }))).toBe("verified");
    expect(await verdict(visit(GOOGLEBOT, { ip: "34.102.0.9" }))).toBe("verified");
    expect(await verdict(visit(GOOGLEBOT, { ip: "34.102.0.10" }))).toBe("unknown");
  });
});

describe("an address with broken reverse DNS", () => {
  const reverse = (ip: string) => `${ip.split(".").reverse().join(".")}.in-addr.arpa`;
  const ptr = (ip: string) => `/dns-query?name=${reverse(ip)}&type=PTR`;
  const servfail = { body: JSON.stringify({ Status: 2 }) };
  const good = (ip: string) => {
    const name = `spider-${ip.replaceAll(".", "-")}.yandex.com`;
    const answer = (type: number, data: string) => ({ body: JSON.stringify({ Status: 0, Answer: [{ type, data }] }) });
    return { [ptr(ip)]: answer(12, `${name}.`), [`/dns-query?name=${name}&type=A`]: answer(1, ip) };
  };
  const verdictOf = (ip: string, now: number) => verdict(visit(YANDEX, { ip }), now);
  // Each test runs one hour after the previous one, so that earlier holds have expired.
  let now = Date.now();
  beforeEach(() => void (now += HOUR_MS));

  it.each([
    ["SERVFAIL", servfail],
    ["an answer that is none", { body: "<html>" }],
    ["a refusal of the name", { status: 400 }],
    ["silence", { delayMs: 2_500 }],
  ])("whose lookup ends with %s leaves reverse DNS on for all others", async (name, route) => {
    const third = name.length;
    const lame = [1, 2, 3, 4].map((n) => `5.45.${third}.${n}`);
    const fine = `5.46.${third}.1`;
    await resolver.set({ ...Object.fromEntries(lame.map((ip) => [ptr(ip), route])), ...good(fine) });
    for (const ip of lame) expect(await verdictOf(ip, now)).toBe("unknown");
    expect(await verdictOf(fine, now)).toBe("verified");
    const asked = (await resolver.log()).length;
    expect(await verdictOf(lame[0]!, now + 1_000)).toBe("unknown");
    expect((await resolver.log()).length, "it is held for itself").toBe(asked);
  });

  it("is queried again after ten minutes", async () => {
    const ip = "5.47.1.1";
    await resolver.set({ [ptr(ip)]: servfail });
    expect(await verdictOf(ip, now)).toBe("unknown");
    await resolver.set(good(ip));
    expect(await verdictOf(ip, now + 9 * 60_000)).toBe("unknown");
    expect(await verdictOf(ip, now + 11 * 60_000)).toBe("verified");
  });

  it("holds its zone if other addresses in it fail too", async () => {
    const lame = [1, 2, 3, 4, 5].map((n) => `5.48.1.${n}`);
    await resolver.set(Object.fromEntries(lame.map((ip) => [ptr(ip), servfail])));
    for (const ip of lame) await verdictOf(ip, now);
    expect(await resolver.log()).toHaveLength(3);
  });

  it("takes no time from another domain's visits in the same batch", async () => {
    const lame = Array.from({ length: 60 }, (_, n) => `5.49.${n}.1`);
    const fine = "5.50.1.1";
    await resolver.set({ ...Object.fromEntries(lame.map((ip) => [ptr(ip), { delayMs: 3_000 }])), ...good(fine) });
    const events = lame.map((ip) => visit(YANDEX, { ip, domainId: "spoofed" }));
    const judged = await judgeVisits(env, [...events, visit(YANDEX, { ip: fine, domainId: "other" })], now);
    expect(judged.at(-1)!.verdict).toBe("verified");
  });

  it("is distinguished from a resolver that is down, which is paused for one minute", async () => {
    const ips = [1, 2, 3, 4].map((n) => `5.51.${n}.1`);
    await resolver.set({ "*": { status: 503 } });
    for (const ip of ips) expect(await verdictOf(ip, now)).toBe("unknown");
    expect(await resolver.log()).toHaveLength(3);
    await resolver.set(good(ips[3]!));
    expect(await verdictOf(ips[3]!, now + 61_000)).toBe("verified");
  });
});

describe("signatures", () => {
  const KEY = {
    kty: "OKP",
    crv: "Ed25519",
    d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
    x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  };
  const KEYID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
  const STRING: Form = ['"https://chatgpt.com"', "signature-agent"];
  const DICTIONARY: Form = ['sig1="https://chatgpt.com"', component("signature-agent", { key: "sig1" })];
  type Form = [agent: string, covered: SignatureComponent];

  async function signed(url: string, [agent, covered] = DICTIONARY): Promise<Request> {
    const key = await crypto.subtle.importKey("jwk", KEY, "Ed25519", false, ["sign"]);
    const headers = { "user-agent": "Mozilla/5.0 Chrome/140.0.0.0", "signature-agent": agent };
    const request = new Request(url, { headers });
    const now = Math.floor(Date.now() / 1_000);
    const fields = await createSignature(request, {
      components: ["@authority", covered],
      parameters: { created: now - 1, expires: now + 60, keyid: KEYID, tag: "web-bot-auth" },
      signer: webcrypto.signer(key),
    });
    return new Request(url, { headers: appendSignature(request.headers, fields) });
  }
  const served = { domainId: "none", domain: "shop.example", path: "/", servedBy: "cache" } as const;
  const verdictOn = async (request: Request) => verdict(visitOf(request, served, Date.now())!);

  it.each([
    ["a dictionary", DICTIONARY],
    ["a string", STRING],
  ])("prove an agent with a browser's user agent, named in %s", async (_form, form) => {
    await mirror.set({ "/keys/chatgpt.com": { body: JSON.stringify({ keys: [{ ...KEY, d: undefined }] }) } });
    expect(await verdictOn(await signed("https://shop.example/p", form))).toBe("verified");
    // Signed for another site but sent here.
    expect(await verdictOn(await signed("https://other.example/p", form))).toBe("spoofed");
    const request = await signed("https://shop.example/p", form);
    request.headers.set(
      "signature",
      request.headers.get("signature")!.replace(/:(.)/, (_all, c) => `:${c === "A" ? "B" : "A"}`),
    );
    expect(await verdictOn(request)).toBe("spoofed");
  });

  it("prove a crawler of the same operator from any address", async () => {
    const request = await signed("https://shop.example/p");
    const { signature } = visitOf(request, served, Date.now())!;
    expect(await verdict(visit(GPTBOT, { ip: "4.4.4.4", signature }))).toBe("verified");
    expect(await verdict(visit(YANDEX, { signature }))).toBe("unknown");
  });

  it("are invalid if they do not cover their recipient", async () => {
    const { signature } = visitOf(await signed("https://shop.example/p"), served, Date.now())!;
    const input = signature!.input.replace('"@authority" ', "");
    expect(await verdict(visit(GPTBOT, { signature: { ...signature!, input } }))).toBe("unknown");
  });
});

describe("spoofed visits", () => {
  it("are reported separately and not included in any other count", async () => {
    const domain = "spoofed.example";
    const account = await newAccount("pro", [domain]);
    const { id } = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
      .bind(domain)
      .first<{ id: string }>())!;
    const events = [
      { event: visit(GPTBOT, { domainId: id }), verdict: "verified" as const },
      { event: visit(GOOGLEBOT, { domainId: id, path: "/only-spoofed" }), verdict: "spoofed" as const },
      { event: visit(GPTBOT, { domainId: id }), verdict: "spoofed" as const },
      { event: visit(GOOGLEBOT, { domainId: id }), verdict: "unknown" as const },
    ];
    await addVisits(env, events, Date.now());
    const get = async (path: string) => {
      const asked = path === "page-insights" ? `url=https://${domain}/` : `domain=${domain}`;
      return (await call("GET", `/api/analytics/${path}?${asked}`, { headers: account.auth })).body;
    };
    expect(await get("bots")).toEqual({
      byProvider: [
        { path: "/", provider: "google", count: 1 },
        { path: "/", provider: "openai", count: 1 },
      ],
      byServedBy: [{ path: "/", servedBy: "cache", count: 2 }],
      spoofed: {
        total: 2,
        byProvider: [
          { provider: "google", count: 1 },
          { provider: "openai", count: 1 },
        ],
      },
    });
    const one = await call("GET", `/api/analytics/bots?path=/&limit=1&domain=${domain}`, { headers: account.auth });
    expect(one.body).toMatchObject({
      spoofed: { total: 1, byProvider: [{ provider: "openai", count: 1 }] },
      nextCursor: null,
    });
    expect((await get("bots/daily")).daily.at(-1)).toMatchObject({ total: 2, spoofed: 2 });
    expect(await get("bots/summary")).toMatchObject({
      totalCrawlsServed: 2,
      totalPagesCrawled: 1,
      verification: { verified: 1, unknown: 1, spoofed: 2 },
    });
    expect((await get("page-insights")).crawlerVisits).toMatchObject({ total: 2, spoofed: 1 });
  });
});

describe("data retention", () => {
  it("ends after 180 days, including paths without visits and ids that can't arrive again", async () => {
    const domain = "kept.example";
    const account = await newAccount("pro", [domain]);
    const { id } = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
      .bind(domain)
      .first<{ id: string }>())!;
    const now = Date.now();
    const event = (path: string, at: number) => ({
      event: visit(GPTBOT, { domainId: id, path, at, reported: true }),
      verdict: "unknown" as const,
    });
    const old = event("/old", now - 100 * DAY_MS);
    await addVisits(env, [old, event("/both", now - 100 * DAY_MS), event("/both", now)], now);
    const rows = () => withVisits(id, (instance) => instance.exportDays(0).rows.length);
    const [days, { paths, ids }] = [await rows(), await knownVisits(id)];
    expect([days, paths, ids]).toEqual([3, 2, 3]);
    await upkeepVisits(env, id, now + 79 * DAY_MS);
    expect([await rows(), await knownVisits(id)]).toEqual([days, { paths, ids }]);
    await upkeepVisits(env, id, now + 90 * DAY_MS);
    expect([await rows(), await knownVisits(id)]).toEqual([days - 2, { paths: paths - 1, ids: 1 }]);
    // The same event again, too old to tell from a new one, so it is skipped.
    await addVisits(env, [old], now + 90 * DAY_MS);
    const { body } = await call("GET", `/api/analytics/bots?domain=${domain}`, { headers: account.auth });
    expect(body.byProvider).toEqual([{ path: "/both", provider: "openai", count: 1 }]);
  });
});
