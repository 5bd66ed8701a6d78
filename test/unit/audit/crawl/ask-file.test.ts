import { afterEach, describe, expect, it, vi } from "vitest";
import { askFile } from "../../../../src/audit/crawl/fetch/ask-file";
import { NO_STATUS } from "../../../../src/audit/model/site/file-statuses";

const RULES = { hosts: new Set(["e.example"]), via: null, allowPrivateHosts: false };
afterEach(() => vi.unstubAllGlobals());

/** Answers by method; returns the requests that were made. */
function answering(answers: Record<string, () => Response | Promise<Response>>): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: URL, { method, headers }: { method: string; headers: Record<string, string> }) => {
    requests.push(`${method} ${url.href}${headers["range"] === undefined ? "" : ` ${headers["range"]}`}`);
    return Promise.resolve(answers[`${method} ${url.pathname}`]?.() ?? new Response(null, { status: 404 }));
  });
  return requests;
}
const ask = (path: string, image = false) => askFile(`https://e.example${path}`, image, RULES, {});
const headers =
  (values: Record<string, string>, status = 200) =>
  () =>
    new Response(null, { status, headers: values });

describe("askFile", () => {
  it("takes one request where HEAD says enough", async () => {
    const requests = answering({ "HEAD /a.png": headers({ "content-type": "image/png", "content-length": "700000" }) });
    expect(await ask("/a.png", true)).toMatchObject({
      status: 200,
      contentType: "image/png",
      bytes: 700_000,
      requests: 1,
    });
    expect(requests).toEqual(["HEAD https://e.example/a.png"]);
  });

  it("requests the first byte if HEAD is refused or gives no size for an image", async () => {
    const part = headers({ "content-type": "image/png", "content-range": "bytes 0-0/600001" }, 206);
    const requests = answering({
      "HEAD /b.png": headers({ "content-type": "image/png" }),
      "GET /b.png": part,
      "HEAD /c": headers({}, 405),
      "GET /c": part,
    });
    expect(await ask("/b.png", true)).toMatchObject({ status: 200, bytes: 600_001, requests: 2 });
    expect(await ask("/c")).toMatchObject({ status: 200, requests: 2 });
    expect(requests[1]).toBe("GET https://e.example/b.png bytes=0-0");
  });

  it("follows redirects on the site, and leaves files on another host alone", async () => {
    const requests = answering({
      "HEAD /old.js": headers({ location: "/new.js" }, 301),
      "HEAD /new.js": headers({ "content-type": "text/javascript" }),
      "HEAD /cdn.js": headers({ location: "https://cdn.example/x.js" }, 302),
    });
    expect(await ask("/old.js")).toMatchObject({ status: 200 });
    expect(await ask("/cdn.js")).toMatchObject({ status: 302 });
    expect(requests.some((line) => line.includes("cdn.example"))).toBe(false);
  });

  it("does not repeat a request if the site is busy, and tells silence from a response", async () => {
    const requests = answering({
      "HEAD /busy": headers({ "retry-after": "3" }, 503),
      "HEAD /dead": () => Promise.reject(new Error("reset")),
    });
    expect(await ask("/busy")).toMatchObject({ status: 503, retryAfter: "3", requests: 1 });
    expect(await ask("/dead")).toMatchObject({ status: NO_STATUS.silent });
    expect(requests).toHaveLength(2);
  });
});
