import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ServerVisits } from "../../../../src/web/site/server-visits";
import { isReadable, readSitemap, type SitemapFile } from "../../../../src/web/site/sitemap";

afterEach(() => void vi.unstubAllGlobals());

const RULES = { hosts: new Set(["e.example"]), via: null, allowPrivateHosts: false };
type Body = string | Uint8Array | Error | null;

/** A body that arrives in these pieces; an error breaks it. */
const streamOf = (pieces: readonly Body[]) => {
  const left = [...pieces];
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece === undefined) controller.close();
        else if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece!);
      },
    },
    { highWaterMark: 0 },
  );
};

/** Reads a sitemap of a site with these files. Everything else is answered with 404; null: no connection. */
async function read(
  files: Record<string, Body | readonly Body[]>,
  more: { stopAfter?: number; stopAtFile?: number; most?: number; url?: string } = {},
) {
  const entries: string[] = [];
  const seen: string[] = [];
  const accepts = new Set<string>();
  vi.stubGlobal("fetch", async ({ href }: URL, { headers }: { headers: Record<string, string> }) => {
    accepts.add(headers["accept"]!);
    const path = href.replace("https://e.example", "");
    if (!Object.hasOwn(files, path))
      return new Response("<urlset/>", { status: 404, headers: { "content-type": "text/x" } });
    const body = files[path]!;
    if (body === null) throw new Error("connection refused");
    const pieces = Array.isArray(body) ? (body as readonly Body[]) : [body as Body];
    return new Response(streamOf(pieces), { headers: { "content-type": "text/xml" } });
  });
  const result = await readSitemap(more.url ?? "https://e.example/s.xml", {
    rules: RULES,
    visits: new ServerVisits(new Set(), more.most ?? 100),
    timeoutMs: 1_000,
    onEntries: (batch) => {
      entries.push(...batch.map(({ loc }) => loc));
      return entries.length < (more.stopAfter ?? Infinity);
    },
    onFile: ({ url }) => seen.push(url) < (more.stopAtFile ?? Infinity),
  });
  return { entries, seen, result, accepts: [...accepts] };
}

const file = (change: Partial<SitemapFile>): SitemapFile => ({
  url: "https://e.example/s.xml",
  status: 200,
  kind: "urlset",
  contentType: "text/xml",
  entries: 0,
  bytes: 0,
  end: "complete",
  faults: [],
  depth: 0,
  foreign: false,
  unread: 0,
  ...change,
});
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (...locs: string[]) =>
  `<urlset ${NS}>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("")}</urlset>`;
const index = (...locs: string[]) =>
  `<sitemapindex ${NS}>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("")}</sitemapindex>`;

describe("a sitemap", () => {
  const text = urlset("https://e.example/a", "https://e.example/b");
  it.each<[string, Body | Body[]]>([
    ["as it is", text],
    ["in pieces of a byte", text.split("")],
    ["compressed", gzipSync(text)],
    ["compressed, in pieces of a byte", Array.from(gzipSync(text), (byte) => Uint8Array.of(byte))],
  ])("is read %s", async (_how, body) => {
    expect(await read({ "/s.xml": body })).toEqual({
      entries: ["https://e.example/a", "https://e.example/b"],
      seen: ["https://e.example/s.xml"],
      result: [file({ entries: 2, bytes: text.length })],
      accepts: ["application/xml,text/xml,*/*;q=0.5"],
    });
  });

  it.each<[string, Body | Body[] | undefined, Partial<SitemapFile>]>([
    ["is missing", undefined, { status: 404, kind: "unknown", contentType: "text/x" }],
    ["does not answer", null, { status: 0, kind: "unknown", contentType: null, end: "unreachable" }],
    ["is empty", "", { kind: "unknown" }],
    ["has one byte", "h", { kind: "unknown", bytes: 1 }],
    [
      "breaks",
      ["<urlset ", `${NS}><url><loc>https://e.example/a</loc></url>`, new Error("x")],
      { end: "broken", entries: 1, bytes: 101 },
    ],
    ["is no gzip file behind its mark", Uint8Array.of(0x1f, 0x8b, 1, 2), { end: "gzip_broken", kind: "unknown" }],
    ["only begins like gzip", Uint8Array.of(0x1f, 0x20), { kind: "unknown", bytes: 2 }],
    [
      "declares a type",
      `<!DOCTYPE x>${urlset("https://e.example/a")}`,
      { end: "refused", kind: "unknown", bytes: 122 },
    ],
    ["has no namespace", "<urlset></urlset>", { faults: ["no_namespace"], bytes: 17 }],
  ])("that %s is told so", async (_what, body, expected) => {
    const { result } = await read(body === undefined ? {} : { "/s.xml": body });
    expect(result).toEqual([file(expected)]);
  });

  it("on another host is not asked for, nor one without an address", async () => {
    expect((await read({}, { url: "https://other.example/s.xml" })).result).toEqual([
      file({
        url: "https://other.example/s.xml",
        status: 0,
        kind: "unknown",
        contentType: null,
        end: "unreachable",
        foreign: true,
      }),
    ]);
    const none = await read({}, { url: "no address" });
    expect(none.result).toEqual([
      file({ url: "no address", status: 0, kind: "unknown", contentType: null, end: "unreachable" }),
    ]);
    expect(none.seen).toEqual(["no address"]);
    expect((await read({}, { most: 0 })).result).toEqual([
      file({ status: 0, kind: "unknown", contentType: null, end: "unreachable" }),
    ]);
  });

  it("leads to the files of an index, once each and one level deep", async () => {
    const at = (name: string) => `https://e.example/${name}`;
    const { result, entries, seen } = await read({
      "/s.xml": index(at("1"), at("2"), at("1"), at("3")),
      "/1": urlset(at("a")),
      "/2": index(at("4"), at("5")),
      "/3": "https://e.example/b\n",
    });
    expect(entries).toEqual([at("a"), at("b")]);
    expect(seen).toEqual([at("s.xml"), at("1"), at("2"), at("3")]);
    expect(result.map(({ url, kind, entries, depth, unread }) => [url, kind, entries, depth, unread])).toEqual([
      [at("s.xml"), "index", 4, 0, 1],
      [at("1"), "urlset", 1, 1, 0],
      [at("2"), "index", 2, 1, 2],
      [at("3"), "text", 1, 1, 0],
    ]);
  });

  it("is left where its reader says, and so are the files behind it", async () => {
    const at = (name: string) => `https://e.example/${name}`;
    const files = { "/s.xml": index(at("1"), at("2")), "/1": urlset(at("a"), at("b")), "/2": urlset(at("c")) };
    const stopped = await read(files, { stopAfter: 1 });
    expect(stopped.result.map(({ end, unread }) => [end, unread])).toEqual([
      ["complete", 1],
      ["stopped", 0],
    ]);
    expect(stopped.seen).toEqual([at("s.xml")]);
    const between = await read(files, { stopAtFile: 2 });
    expect(between.result.map(({ end, unread }) => [end, unread])).toEqual([
      ["complete", 1],
      ["complete", 0],
    ]);
  });

  it("is handed on in batches of a thousand, the rest at its end", async () => {
    const lines = Array.from({ length: 2_500 }, (_, i) => `https://e.example/${i}\n`);
    const pieces = [0, 999, 1_000, 2_400].map((from, i, all) => lines.slice(from, all[i + 1]).join(""));
    const batches: number[] = [];
    vi.stubGlobal("fetch", async () => new Response(streamOf(pieces)));
    await readSitemap("https://e.example/s.txt", {
      rules: RULES,
      visits: new ServerVisits(new Set(), 9),
      timeoutMs: 1_000,
      onEntries: (batch) => batches.push(batch.length) > 0,
    });
    expect(batches).toEqual([1_000, 1_400, 100]);
  });

  it.each([
    [{}, true],
    [{ kind: "index" as const }, true],
    [{ kind: "text" as const }, true],
    [{ kind: "feed" as const }, true],
    [{ kind: "html" as const }, false],
    [{ kind: "unknown" as const }, false],
    [{ status: 404 }, false],
  ])("is one if it is %o: %s", (change, expected) => expect(isReadable(file(change))).toBe(expected));
});
