import { describe, expect, it } from "vitest";
import { NetworkActivity } from "../../../../src/prerender/browser/load/network-activity";
import { isOwnSite } from "../../../../src/prerender/core/pages/own-site";
import { refreshTarget } from "../../../../src/prerender/core/pages/page-redirect";
import { pixelResponse } from "../../../../src/prerender/browser/load/pixel";
import { grownHeight } from "../../../../src/prerender/browser/tab/viewport";

const watch = () => new NetworkActivity(0, () => {}, new Map(), "shop.example");
let ids = 0;
const ask = (network: NetworkActivity, url: string, type = "Fetch", change: object = {}, now = 0) => {
  const requestId = `r${++ids}`;
  network.requested({ requestId, type, request: { url, ...change } }, now);
  return requestId;
};
const answer = (network: NetworkActivity, requestId: string, url: string, status: number, type = "Fetch") => {
  network.answered({ requestId, type, response: { status, url, headers: {} } });
  network.finished({ requestId, encodedDataLength: 10 }, 0);
};
const API = "https://api.shop.example/items";

describe("requests in progress", () => {
  it("are distinguished by what they could still change", () => {
    const network = watch();
    ask(network, "https://shop.example/app.js", "Script");
    ask(network, "https://tags.example/tag.js", "Script");
    ask(network, API);
    ask(network, "https://other.example/data.json", "XHR");
    ask(network, "https://other.example/frame", "Document");
    ask(network, "https://log.example/", "Fetch", { method: "POST", headers: { "Content-Type": "text/plain;x" } });
    ask(network, "https://log.example/", "Ping");
    expect(network.state(0).open).toEqual([
      "own_script",
      "foreign_script",
      "own_data",
      "foreign_data",
      "other",
      "other",
    ]);
  });

  it("count as polling from the fourth equal one, and then do not disturb", () => {
    const network = watch();
    for (let i = 0; i < 3; i++) ask(network, `${API}?t=170000000${i}`, "Fetch", {}, i);
    ask(network, `${API}?t=1700000009`, "Fetch", {}, 50);
    expect(network.state(100)).toMatchObject({ open: ["own_data", "own_data", "own_data", "other"], stillMs: 98 });
    ask(network, `${API}?page=4`, "Fetch", {}, 60);
    expect(network.state(100).stillMs).toBe(40);
  });

  it("end with the worker that they load", () => {
    const network = watch();
    ask(network, "https://shop.example/worker.js", "Script");
    network.workerStarted("https://shop.example/worker.js", 5);
    expect(network.state(5).open).toEqual([]);
  });

  it("leave sockets and event sources out, which are waited for until they have sent something", () => {
    const network = watch();
    const source = ask(network, "https://shop.example/events", "EventSource");
    network.opened("socket");
    expect(network.state(0)).toMatchObject({ open: [], silentChannels: 2, talking: false });
    network.spoke(source, 10);
    network.spoke(source, 90);
    expect(network.state(100)).toMatchObject({ silentChannels: 1, talking: true, stillMs: 90 });
    network.closed("socket");
    expect(network.state(100).silentChannels).toBe(0);
  });
});

describe("failures that break a page", () => {
  const brokenBy = (url: string, status: number, type = "Fetch", change = {}) => {
    const network = watch();
    answer(network, ask(network, url, type, change), url, status, type);
    return network.broken.length > 0;
  };
  it.each([
    ["https://shop.example/app.js", 404, "Script", true],
    ["https://tags.example/tag.js", 404, "Script", false],
    ["https://shop.example/a.css", 404, "Stylesheet", false],
    [API, 500, "XHR", true],
    [API, 403, "Fetch", true],
    [API, 429, "Fetch", true],
    [API, 401, "Fetch", false],
    [API, 404, "Fetch", false],
    ["https://other.example/data", 503, "Fetch", true],
    ["https://other.example/data", 403, "Fetch", false],
  ])("%s answers %i to a %s: %s", (url, status, type, expected) => expect(brokenBy(url, status, type)).toBe(expected));

  it("do not include reports, requests that browsers refuse, and those that the page or we end", () => {
    expect(brokenBy("https://log.example/", 500, "Fetch", { method: "POST" })).toBe(false);
    const network = watch();
    const fail = (change: object, errorText = "net::ERR_FAILED") =>
      network.failed({ requestId: ask(network, API), type: "Fetch", errorText, ...change }, 0);
    fail({ corsErrorStatus: {} });
    fail({ canceled: true });
    fail({}, "net::ERR_BLOCKED_BY_CLIENT");
    expect(network.broken).toEqual([]);
    fail({});
    expect(network.broken).toEqual([`net::ERR_FAILED ${API}`]);
  });

  it("are healed by a later good response to the same request", () => {
    const network = watch();
    answer(network, ask(network, API), API, 503);
    answer(network, ask(network, `${API}/2`), `${API}/2`, 503);
    answer(network, ask(network, API), API, 200);
    expect(network.broken).toEqual([`503 ${API}/2`]);
  });
});

describe("the size of a page", () => {
  const MB = 1024 * 1024;
  it("is what came over the wire", () => {
    const network = watch();
    network.received(ask(network, API), 60 * MB, 6 * MB);
    expect(network.tooMuch).toBe(false);
    const requestId = ask(network, API);
    network.received(requestId, 10 * MB, 0);
    network.finished({ requestId, encodedDataLength: 15 * MB }, 0);
    expect(network.tooMuch).toBe(true);
  });

  it("has a limit after decompression as well", () => {
    const network = watch();
    network.received(ask(network, API), 101 * MB, 1);
    expect(network.tooMuch).toBe(true);
  });
});

describe("what belongs to a page's own site", () => {
  it.each([
    ["https://shop.example/a", "shop.example", true],
    ["https://api.shop.example/a", "shop.example", true],
    ["https://api.shop.example/a", "www.shop.example", true],
    ["https://api.shop.example/a", "app.shop.example", true],
    ["https://shop.example.evil/a", "shop.example", false],
    ["https://myshop.example/a", "shop.example", false],
    ["https://b.co.uk/a", "a.co.uk", false],
    ["http://127.0.0.1:9/a", "127.0.0.1:8", true],
    ["http://127.0.0.2/a", "127.0.0.1:8", false],
    ["data:text/plain,x", "shop.example", false],
  ])("%s on %s: %s", (url, host, expected) => expect(isOwnSite(url, host)).toBe(expected));
});

describe("a refresh", () => {
  const page = "https://shop.example/a/b?c";
  it.each([
    ["0; url=/new", "https://shop.example/new"],
    ["5;URL='next'", "https://shop.example/a/next"],
    ['0.5, url="https://other.example/"', "https://other.example/"],
    ["0;/new", "https://shop.example/new"],
    ["300", null],
    ["30; url=/new", null],
    ["0; url=/a/b?c#part", null],
    ["0; url=javascript:alert(1)", null],
    ["", null],
    [`0; url=${" ".repeat(100_000)}`, null],
  ])("%j leads to %s", (content, expected) => expect(refreshTarget(content, page)).toBe(expected));
});

describe("what a page sees", () => {
  it("is an image of the requested type", () => {
    const typeOf = (url: string) => pixelResponse(url, "https://shop.example").responseHeaders[0]?.value;
    expect(["/a.JPG?x", "/a.svg", "/image"].map((path) => typeOf(`https://shop.example${path}`))).toEqual([
      "image/jpeg",
      "image/svg+xml",
      "image/png",
    ]);
  });

  it.each([
    [{ lazyHeight: 3_000, viewHeight: 900 }, 0, 3_000],
    [{ lazyHeight: 90_000, viewHeight: 900 }, 1, 10_000],
    [{ lazyHeight: 90_000, viewHeight: 10_000 }, 1, null],
    [{ lazyHeight: 3_000, viewHeight: 900 }, 3, null],
    [{ lazyHeight: 0, viewHeight: 900 }, 0, null],
  ])("grows: %o after %i → %s", (page, growths, expected) => expect(grownHeight(page, growths)).toBe(expected));
});
