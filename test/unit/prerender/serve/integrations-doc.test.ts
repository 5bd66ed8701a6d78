import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2)" };
const PERSON = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" };
const page = "https://www.shop.example/chairs?page=2";

type Worker = { fetch(request: Request, env: { CRAWLREADY_KEY: string }): Promise<Response> };
type EdgeFunction = (request: Request) => Promise<Response | undefined>;

async function snippet<T>(number: number): Promise<T> {
  const blocks = [...readFileSync("docs/connect.md", "utf8").matchAll(/```ts\n([\s\S]*?)```/g)];
  const code = stripTypeScriptTypes(blocks[number]![1]!);
  const module = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: T;
  };
  return module.default;
}

/** Fakes the service and the site, and returns a log of which was requested. */
function network(service: () => Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (target: Request | string, options?: { headers: Headers }) => {
    const url = typeof target === "string" ? target : target.url;
    asked.push(
      url.startsWith("https://crawlready.example/") ? `service ${options!.headers.get("x-prerender-token")}` : "site",
    );
    return asked.at(-1) === "site" ? Promise.resolve(new Response("site")) : service();
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const failures = [
  () => Promise.resolve(new Response("", { status: 500 })),
  () => Promise.resolve(new Response("", { status: 401 })),
  () => Promise.reject(new Error("down")),
];

describe("the Worker of the integration guide", () => {
  let worker: Worker;
  beforeAll(async () => {
    worker = await snippet<Worker>(0);
  });
  const ask = async (headers: Record<string, string>, url = page, method = "GET") =>
    (await worker.fetch(new Request(url, { headers, method }), { CRAWLREADY_KEY: "crk_x" })).text();

  it("uses the service for crawlers, and the site for everyone else", async () => {
    const asked = network(() => Promise.resolve(new Response("snapshot")));
    expect(await ask(BOT)).toBe("snapshot");
    expect(asked).toEqual(["service crk_x"]);
    expect(await ask(PERSON)).toBe("site");
    expect(await ask(BOT, "https://www.shop.example/style.css")).toBe("site");
    expect(await ask(BOT, page, "POST")).toBe("site");
    expect(await ask({ ...BOT, "x-prerender": "1" })).toBe("site");
  });

  it("serves the site when the service fails", async () => {
    for (const failure of failures) {
      network(failure);
      expect(await ask(BOT)).toBe("site");
    }
  });
});

describe("the edge function of the integration guide", () => {
  it("answers crawlers and passes everyone else through, including crawlers when the service fails", async () => {
    const handle = await snippet<EdgeFunction>(1);
    const asked = network(() => Promise.resolve(new Response("snapshot")));
    expect(await (await handle(new Request(page, { headers: BOT })))!.text()).toBe("snapshot");
    expect(asked).toEqual(["service crk_YOUR_KEY"]);
    expect(await handle(new Request(page, { headers: PERSON }))).toBeUndefined();
    expect(await handle(new Request(page, { headers: { ...BOT, "x-prerender": "1" } }))).toBeUndefined();
    for (const failure of failures) {
      network(failure);
      expect(await handle(new Request(page, { headers: BOT }))).toBeUndefined();
    }
  });
});
