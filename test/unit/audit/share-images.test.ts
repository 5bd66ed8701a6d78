import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runPageChecks } from "../../../src/audit/checks/run-checks";
import { ShareImages } from "../../../src/audit/crawl/fetch/share-images";
import { mapBounded } from "../../../src/lib/platform/async-pool";
import type { Bindings } from "../../../src/env";
import { auditedOf } from "./checks/judge.ts";

type Store = Pick<Bindings, "KV">;

/** A KV store in memory. */
function newStore(): Store {
  const values = new Map<string, string>();
  const get = (key: string) => Promise.resolve(JSON.parse(values.get(key) ?? "null"));
  const put = (key: string, value: string) => Promise.resolve(void values.set(key, value));
  return { KV: { get, put } as unknown as KVNamespace };
}

const pageWith = (src: string) => ({ ...auditedOf({ path: "/" }), previewImage: src });

/** Hosts that never respond, and images without a response on hosts that do. */
interface World {
  silentHosts: Set<string>;
  silentImages: Set<string>;
}

const HOSTS = ["a.example", "b.example", "own.example"];
const image = (host: number, id: number) => `https://${HOSTS[host]}/${id}.png`;
const rules = { hosts: new Set(["own.example"]), via: null, allowPrivateHosts: false };

function live(world: World, wait: () => Promise<void>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: URL) => {
    const url = new URL(input);
    asked.push(url.href);
    await wait();
    if (world.silentHosts.has(url.host) || world.silentImages.has(url.href)) throw new TypeError("connection lost");
    return new Response(null, { status: 404 });
  });
  return asked;
}

/** Issues per page if the pages come in this order. */
async function issuesOf(pages: readonly string[], world: World, turns: readonly number[], store = newStore()) {
  let calls = 0;
  live(world, async () => {
    for (let left = turns[calls++ % turns.length]!; left > 0; left--) await Promise.resolve();
  });
  const images = new ShareImages(store, rules, 0);
  const found: Record<string, string[]> = {};
  await mapBounded(pages, 5, async (src) => {
    const page = pageWith(src);
    const shareImage = await images.look(page);
    const issues = runPageChecks({ ...page, shareImage }).filter(({ id }) => id.startsWith("og_image_"));
    found[src] = issues.map((issue) => JSON.stringify(issue));
  });
  return found;
}

afterEach(() => void vi.unstubAllGlobals());

describe("an image host that fails", () => {
  const pages = Array.from({ length: 8 }, (_, id) => image(0, id));

  it("is reported for all pages that use it, not only for the first ones", async () => {
    const world = { silentHosts: new Set(["a.example"]), silentImages: new Set<string>() };
    const found = await issuesOf(pages, world, [0]);
    expect(Object.keys(found)).toHaveLength(8);
    for (const issues of Object.values(found)) expect(issues.join()).toContain("no response");
  });

  it("gets at most two requests, however many images it has", async () => {
    const asked = live({ silentHosts: new Set(["a.example"]), silentImages: new Set() }, () => Promise.resolve());
    const images = new ShareImages(newStore(), rules, 0);
    for (const src of pages) await images.look(pageWith(src));
    expect(asked).toEqual(["https://a.example/", "https://a.example/"]);
  });

  it("does not fail the images for which it responds", async () => {
    const silentImages = new Set([image(0, 0), image(0, 1), image(0, 2)]);
    const found = await issuesOf(pages, { silentHosts: new Set(), silentImages }, [0]);
    expect(found[image(0, 2)]!.join()).toContain("no response");
    expect(found[image(0, 3)]!.join()).toContain("HTTP 404");
  });
});

describe("an image that only a run's own headers or origin show", () => {
  const headers = { authorization: "Basic c2VjcmV0" };
  const access = { origins: new Set(["https://own.example"]), headers };
  const behind = { host: "own.example", origin: new URL("https://hidden.example") };
  /** An open URL that leads to the site itself, which asks for a password unless it is reached by its origin. */
  const answer = (input: URL, init: RequestInit) => {
    const { host } = new URL(input);
    if (host === "a.example") return Response.redirect("https://own.example/secret.png");
    const isLetIn = host === "hidden.example" || new Headers(init.headers).get("authorization") !== null;
    return new Response(null, { status: isLetIn ? 200 : 401 });
  };
  const look = async (store: Store, own: Partial<ConstructorParameters<typeof ShareImages>[1]>) =>
    (await new ShareImages(store, { ...rules, hosts: new Set(["own.example", "hidden.example"]), ...own }, 0).look(
      pageWith(image(0, 1)),
    ))!.status;

  it.each([
    ["headers", { access }],
    ["an origin", { via: behind }],
  ])("is neither given to other runs nor taken from them, with %s", async (_of, own) => {
    vi.stubGlobal("fetch", (input: URL, init: RequestInit) => Promise.resolve(answer(input, init)));
    const store = newStore();
    expect(await look(store, own)).toBe(200);
    expect(await look(store, {})).toBe(401);
    expect(await look(store, own)).toBe(200);
  });
});

describe("a share image that runs have seen before", () => {
  /** The beginning of a PNG file of this size. */
  const png = (width: number, height: number) => {
    const head = Buffer.from("89504e470d0a1a0a0000000d4948445200000000000000000806000000", "hex");
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  };
  const src = "https://own.example/share.png";
  let asked = 0;
  const serve = (status: number, body: Buffer, type = "image/png") => {
    asked = 0;
    vi.stubGlobal("fetch", () => {
      asked++;
      const headers = { "content-type": type, "content-length": String(body.length) };
      const response = new Response(null, { status, headers });
      // Node's readers lack the method of workerd that reads a whole chunk.
      const readAtLeast = (_least: number, view: Uint8Array) => {
        const part = body.subarray(0, view.length);
        view.set(part);
        return Promise.resolve({ done: part.length < view.length, value: view.subarray(0, part.length) });
      };
      const cancel = () => Promise.resolve();
      const value = { getReader: () => ({ readAtLeast, cancel }), cancel };
      return Promise.resolve(Object.defineProperty(response, "body", { value }));
    });
  };
  const look = async (store: Store, startedAt: number) =>
    (await new ShareImages(store, rules, startedAt).look(pageWith(src)))!;
  const LATER = Date.now() + 60_000;

  it.each([
    ["is too small", 200, png(300, 200), "image/png"],
    ["is missing", 404, png(1, 1), "image/png"],
    ["is not an image", 200, Buffer.from("<p>"), "text/html"],
    [
      "has a format that networks don't show",
      200,
      Buffer.from('<svg width="1200" height="630"></svg>'),
      "image/svg+xml",
    ],
    ["is too heavy", 200, Buffer.concat([png(1_200, 630), Buffer.alloc(400 * 1024)]), "image/png"],
  ])(
    "is looked at again by the next run if it %s, so that mending it shows at once",
    async (_fault, status, body, type) => {
      const store = newStore();
      serve(status, body, type);
      const first = await look(store, 0);
      expect(await look(store, 0), "a later job of the same run").toEqual(first);
      expect(asked).toBe(1);
      serve(200, png(1_200, 630));
      expect(await look(store, LATER)).toMatchObject({ status: 200, width: 1_200, height: 630, format: "png" });
      expect(asked).toBe(1);
    },
  );

  it("is not requested again if it has no fault", async () => {
    const store = newStore();
    serve(200, png(1_200, 630));
    const first = await look(store, 0);
    expect(await look(store, LATER)).toEqual(first);
    expect(asked).toBe(1);
  });
});

describe("the same pages in another order", () => {
  const anyImage = fc.tuple(fc.nat(2), fc.nat(9)).map(([host, id]) => image(host, id));
  const world = fc.record({
    silentHosts: fc.subarray(HOSTS.slice(0, 2)).map((hosts) => new Set(hosts)),
    silentImages: fc.array(anyImage, { maxLength: 8 }).map((urls) => new Set(urls)),
  });
  const orders = fc
    .uniqueArray(anyImage, { minLength: 2, maxLength: 24 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  const turns = fc.array(fc.nat(6), { minLength: 1, maxLength: 9 });

  it("have the same issues", async () => {
    await fc.assert(
      fc.asyncProperty(orders, world, turns, turns, async ([first, second], is, oneTime, otherTime) => {
        const before = await issuesOf(first, is, oneTime);
        expect(await issuesOf(second, is, otherTime)).toEqual(before);
      }),
    );
  });

  it("have the same issues if the responses of an earlier audit are cached", async () => {
    await fc.assert(
      fc.asyncProperty(orders, world, turns, async ([first, second], is, time) => {
        const store = newStore();
        expect(await issuesOf(second, is, time, store)).toEqual(await issuesOf(first, is, time, store));
      }),
    );
  });
});
