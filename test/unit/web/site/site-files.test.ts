import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { lookupDns, lookupTxt } from "../../../../src/web/fetch/dns";
import { egressRules, type EgressRules } from "../../../../src/web/fetch/egress";
import { fetchRobots, sitemapCandidates } from "../../../../src/web/site/site-files";

type Read = (view: Uint8Array) => Promise<{ done: boolean; value: Uint8Array }>;
const reader = ReadableStreamBYOBReader.prototype as unknown as { readAtLeast?: unknown; read: Read };

/** What Cloudflare's streams have and Node's lack: reads until there are `least` bytes, or no more. */
async function readAtLeast(this: typeof reader, least: number, { buffer, byteLength }: Uint8Array) {
  for (let filled = 0; ;) {
    const { done, value } = await this.read(new Uint8Array(buffer, filled, byteLength - filled));
    buffer = value.buffer;
    filled += value.byteLength;
    if (done || filled >= least) return { done, value: new Uint8Array(buffer, 0, filled) };
  }
}
beforeAll(() => void Object.assign(reader, { readAtLeast }));
afterAll(() => void delete reader.readAtLeast);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Answers requests by their URL; anything else has no server. Returns the requested URLs. */
function serve(answers: Record<string, () => Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: URL) => {
    asked.push(input.href);
    const answer = answers[input.href];
    if (!answer) throw new TypeError("connection refused");
    return answer();
  });
  return asked;
}

const redirect = (location: string) => () => new Response(null, { status: 301, headers: { location } });
const RULES = egressRules({ domain: "e.example", origin: null }, false);
const ROBOTS = "https://e.example/robots.txt";

describe("a site's robots.txt", () => {
  const read = (rules: EgressRules = RULES) =>
    fetchRobots("https://e.example/deep/page", rules, { now: 5, timeoutMs: 1_000 });

  it("is at the root of the site", async () => {
    serve({ [ROBOTS]: () => new Response("User-agent: *\n", { headers: { "content-type": "text/plain" } }) });
    expect(await read()).toEqual({
      status: 200,
      url: ROBOTS,
      finalUrl: ROBOTS,
      redirects: 0,
      redirectLimit: false,
      contentType: "text/plain",
      text: "User-agent: *\n",
      bytes: 14,
      truncated: false,
      fetchedAt: 5,
    });
  });

  it("is read as far as 512,000 bytes, and known to be longer", async () => {
    serve({ [ROBOTS]: () => new Response("#".repeat(600_000)) });
    const { text, bytes, truncated } = await read();
    expect([text.length, bytes, truncated]).toEqual([512_000, 512_001, true]);
  });

  it("has no rules without status 200", async () => {
    serve({ [ROBOTS]: () => new Response("User-agent: *\nDisallow: /", { status: 404 }) });
    expect(await read()).toMatchObject({ status: 404, text: "", bytes: 0, truncated: false });
    serve({});
    expect(await read()).toMatchObject({ status: 0, finalUrl: ROBOTS, redirects: 0, redirectLimit: false });
  });

  it("may be behind five redirects", async () => {
    const hop = (n: number) => `https://e.example/${n}`;
    const chain = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, i) => [i === 0 ? ROBOTS : hop(i), redirect(hop(i + 1))]));
    serve({ ...chain(5), [hop(5)]: () => new Response("#") });
    expect(await read()).toMatchObject({ status: 200, redirects: 5, finalUrl: hop(5), text: "#" });
    serve({ ...chain(6), [hop(6)]: () => new Response("#") });
    expect(await read()).toMatchObject({ status: 301, redirects: 6, redirectLimit: true, text: "" });
  });

  it("is missing if its redirects go in a circle or elsewhere, and silent if what they lead to is", async () => {
    serve({ [ROBOTS]: redirect("https://e.example/b"), "https://e.example/b": redirect(ROBOTS) });
    expect(await read()).toMatchObject({ status: 301, redirectLimit: true, redirects: 2 });
    const asked = serve({ [ROBOTS]: redirect("https://elsewhere.example/robots.txt") });
    expect(await read()).toMatchObject({ status: 301, redirectLimit: false, redirects: 1, finalUrl: ROBOTS });
    expect(asked).toEqual([ROBOTS]);
    serve({ [ROBOTS]: redirect("https://e.example/b") });
    expect(await read()).toMatchObject({ status: 0, redirects: 0 });
  });
});

it("sitemaps are where the caller says, else where robots.txt says, else guessed", () => {
  const listed = Array.from({ length: 60 }, (_, i) => `https://e.example/${i}.xml`);
  expect(sitemapCandidates("https://e.example/a", "https://e.example/own.xml", listed)).toEqual({
    urls: ["https://e.example/own.xml"],
    certain: true,
  });
  expect(sitemapCandidates("https://e.example/a", null, [listed[0]!, ...listed])).toEqual({
    urls: listed.slice(0, 50),
    certain: true,
  });
  const guessed = sitemapCandidates("https://e.example/a", null, []);
  expect(guessed.certain).toBe(false);
  expect(guessed.urls).toContain("https://e.example/sitemap.xml");
});

describe("a DNS lookup", () => {
  const RESOLVER = new URL("https://dns.example/dns-query");
  const lookup = (answer: () => Response, type: "A" | "TXT" = "A") => {
    serve({ [`${RESOLVER.href}?name=e.example&type=${type}`]: answer });
    vi.spyOn(console, "warn").mockImplementation(() => {});
    return type === "A" ? lookupDns("e.example", type, RESOLVER, false) : lookupTxt("e.example", RESOLVER, false);
  };
  const records =
    (Status: number, ...Answer: Array<{ type: number; data: string }>) =>
    () =>
      Response.json({ Status, Answer: Answer.map(({ type, data }) => ({ name: "e.example", TTL: 1, type, data })) });

  it("has the records of its type, and none for a name that does not exist", async () => {
    const found = await lookup(records(0, { type: 5, data: "alias." }, { type: 1, data: "192.0.2.1" }));
    expect(found).toEqual({ ok: true, values: ["192.0.2.1"] });
    expect(await lookup(records(3))).toEqual({ ok: true, values: [] });
    expect(await lookup(() => Response.json({ Status: 0 }))).toEqual({ ok: true, values: [] });
    const text = await lookup(records(0, { type: 16, data: '"a" "b"' }), "TXT");
    expect(text).toEqual({ ok: true, values: ["ab"] });
  });

  it.each<[string, () => Response, "name" | "resolver"]>([
    ["a code of failure", records(2), "name"],
    ["an unreadable response", () => new Response("<html>"), "name"],
    ["status 400", () => new Response(null, { status: 400 }), "name"],
    ["status 429", () => new Response(null, { status: 429 }), "resolver"],
    ["status 500", () => new Response(null, { status: 500 }), "resolver"],
    ["status 503", () => new Response(null, { status: 503 }), "resolver"],
  ])("that fails says by whom: %s", async (_, answer, by) =>
    expect(await lookup(answer)).toMatchObject({ ok: false, by }),
  );

  it("of a resolver that can't be reached fails by the resolver", async () => {
    const failing = () => {
      throw new TypeError("no route");
    };
    expect(await lookup(failing)).toMatchObject({ ok: false, by: "resolver" });
    expect(await lookup(failing, "TXT")).toMatchObject({ ok: false, by: "resolver" });
  });
});
