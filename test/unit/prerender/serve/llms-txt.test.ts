import { afterEach, expect, it, vi } from "vitest";
import { llmsTxt } from "../../../../src/prerender/serve/llms-txt";

const ORIGIN = "https://shop.example";
const site = { domain: "shop.example", domainId: "d", publicBase: ORIGIN, originBase: ORIGIN, llmsTxt: true };
const index = { describe: () => Promise.resolve([{ path: "/", title: "A shop", description: "" }]) };
const env = {
  KV: { get: () => Promise.resolve({ isSitemap: true, paths: ["/"] }) },
  SNAPSHOT_INDEX: { idFromName: (name: string) => name, get: () => index, getByName: () => index },
};

afterEach(() => vi.unstubAllGlobals());

/** Asks for /llms.txt of a site whose server gives this answer. */
async function ask(method: string, status: number, type: string) {
  const sent = vi.fn<typeof fetch>((_url, init) => {
    const headers = { "content-type": type, "content-length": "6" };
    return Promise.resolve(new Response(init?.method === "HEAD" ? null : "# Mine", { status, headers }));
  });
  vi.stubGlobal("fetch", sent);
  const request = new Request(`${ORIGIN}/llms.txt`, { method });
  const page = { request, site, pathAndQuery: "/llms.txt", by: "host", defer: () => {}, visit: null };
  const answer = await llmsTxt(env as never, page as never);
  if (answer === null) return null;
  return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
}

it.each([
  ["generated", 404, "text/html", /^# A shop/],
  ["the site's own", 200, "text/plain", /^# Mine$/],
])("answers HEAD like GET, without the body, if the file is %s", async (_, status, type, body) => {
  const got = await ask("GET", status, type);
  expect(got).toMatchObject({ status: 200, body: expect.stringMatching(body) });
  expect(await ask("HEAD", status, type)).toEqual({ ...got, body: "" });
});

it("leaves other methods to the origin", async () => expect(await ask("POST", 200, "text/plain")).toBeNull());
