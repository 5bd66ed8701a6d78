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
  network.answered({ requestId, type, response: { status, url, headers: {} } }, 0);
  network.finished({ requestId, encodedDataLength: 10 }, 0);
};
const kindsOf = (network: NetworkActivity) => network.state(0).open.map(({ kind }) => kind);
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
    expect(kindsOf(network)).toEqual(["own_script", "foreign_script", "own_data", "foreign_data", "other", "other"]);
  });

  it("count as polling from the fourth equal one, and then do not disturb", () => {
    const network = watch();
    for (let i = 0; i < 3; i++) ask(network, `${API}?t=170000000${i}`, "Fetch", {}, i);
    ask(network, `${API}?t=1700000009`, "Fetch", {}, 50);
    expect(kindsOf(network)).toEqual(["own_data", "own_data", "own_data", "other"]);
    expect(network.state(100).stillMs).toBe(98);
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
    network.opened("socket", "wss://shop.example/chat");
    expect(network.state(0)).toMatchObject({ open: [], silentChannels: 2, talking: false });
    network.spoke(source, 10);
    network.spoke(source, 90);
    expect(network.state(100)).toMatchObject({ silentChannels: 1, talking: true, stillMs: 90 });
    expect(network.state(100).streams).toEqual([{ kind: "events", forMs: 90, stillMs: 10, parts: 2 }]);
    network.closed("socket");
    expect(network.state(100).silentChannels).toBe(0);
    network.finished({ requestId: source, encodedDataLength: 1 }, 100);
    expect(network.state(100)).toMatchObject({ talking: false, streams: [] });
  });
});

describe("requests whose answers a page may show", () => {
  const answers = (network: NetworkActivity) => network.state(0).open.map((request) => request.answers);
  it.each<[string, string, object, boolean]>([
    [API, "Fetch", {}, true],
    ["https://shop.example/app.js", "Script", {}, true],
    ["https://shop.example/app.css", "Stylesheet", {}, true],
    ["https://shop.example/frame", "Document", {}, false],
    ["https://other.example/data", "Fetch", {}, false],
    ["https://shop.example/graphql", "XHR", { method: "POST", headers: { "Content-Type": "application/json" } }, true],
    ["https://shop.example/api/poll", "XHR", {}, false],
    ["https://shop.example/api/poll/7", "XHR", {}, true],
    ["https://shop.example/socket.io/?EIO=4&transport=polling&t=x", "XHR", {}, false],
    ["https://shop.example/db?feed=longpoll&since=1", "XHR", {}, false],
    ["https://shop.example/events", "Fetch", {}, true],
    ["https://shop.example/events", "Fetch", { headers: { Accept: "text/event-stream" } }, false],
    [
      "https://shop.example/collect",
      "Fetch",
      { method: "POST", headers: { "content-type": "application/json" } },
      false,
    ],
    ["https://shop.example/collect", "Fetch", {}, true],
  ])("%s by %s %o: %s", (url, type, change, expected) => {
    const network = watch();
    ask(network, url, type, change);
    expect(answers(network)).toEqual([expected]);
  });

  it("include the page's own document", () => {
    const network = watch();
    network.begin(ask(network, "https://shop.example/", "Document"));
    expect(answers(network)).toEqual([true]);
  });

  it("do not include one that was answered before, unless its body differs or is too long to tell", () => {
    const network = watch();
    answer(network, ask(network, API), API, 200);
    ask(network, API);
    expect(answers(network)).toEqual([false]);
    const post = (change: object) =>
      ask(network, API, "Fetch", { method: "POST", headers: { "content-type": "a/b" }, ...change });
    answer(network, post({ hasPostData: true, postData: "{a}" }), API, 200);
    answer(network, post({ hasPostData: true }), API, 200);
    post({ hasPostData: true, postData: "{a}" });
    post({ hasPostData: true, postData: "{b}" });
    post({ hasPostData: true });
    expect(answers(network)).toEqual([false, false, true, true]);
  });

  it.each([
    ["application/json", true],
    ["text/x-component", true],
    ["application/x-ndjson", false],
    ["text/event-stream; charset=utf-8", false],
    ["text/plain", false],
  ])("%s that has begun: %s", (type, expected) => {
    const network = watch();
    const requestId = ask(network, API);
    network.answered(
      {
        requestId,
        type: "Fetch",
        response: { status: 200, url: API, headers: { "Content-Type": type } },
      },
      0,
    );
    expect(answers(network)).toEqual([true]);
    network.received(requestId, 10, 0, 0);
    expect(answers(network)).toEqual([expected]);
    expect(network.state(0).streams).toHaveLength(expected ? 0 : 1);
    if (!expected) expect(network.state(0).streams[0]!.kind).toBe(type.includes("event") ? "events" : "response");
  });

  it("do not include a script whose response has begun, because its end may go unreported", () => {
    const network = watch();
    const requestId = ask(network, "https://shop.example/app.js", "Script");
    network.answered({ requestId, type: "Script", response: { status: 200, url: API, headers: {} } }, 0);
    expect(answers(network)).toEqual([false]);
  });
});

describe("failures that break a page", () => {
  const brokenBy = (url: string, status: number, type = "Fetch", change = {}) => {
    const network = watch();
    answer(network, ask(network, url, type, change), url, status, type);
    return network.failures.broken(true).length + network.failures.broken(false).length > 0;
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
    expect(network.failures.broken(true)).toEqual([]);
    fail({});
    expect(network.failures.broken(true)).toEqual([`the page's own API did not answer (net::ERR_FAILED): GET ${API}`]);
  });

  it("are healed by a later good response to the same request", () => {
    const network = watch();
    answer(network, ask(network, API), API, 503);
    answer(network, ask(network, `${API}/2`), `${API}/2`, 503);
    answer(network, ask(network, API), API, 200);
    expect(network.failures.broken(true)).toEqual([`the page's own API answered 503: GET ${API}/2`]);
  });

  it("are healed by a request that was sent after them with another query, but not by one that was sent before", () => {
    const network = watch();
    const earlier = ask(network, `${API}?page=1`, "Fetch", {}, 0);
    const failing = ask(network, `${API}?token=old`, "Fetch", {}, 0);
    network.answered({ requestId: failing, type: "Fetch", response: { status: 403, url: API, headers: {} } }, 5);
    answer(network, earlier, `${API}?page=1`, 200);
    expect(network.failures.broken(true)).toHaveLength(1);
    answer(network, ask(network, `${API}?token=new`, "Fetch", {}, 6), `${API}?token=new`, 200);
    expect(network.failures.broken(true)).toEqual([]);
  });

  it("include those whose response the browser keeps from the page, by the status that the server sent", () => {
    const blocked = (status: number, url = API) => {
      const network = watch();
      const requestId = ask(network, url);
      if (status > 0) network.headSeen({ requestId, statusCode: status });
      network.failed({ requestId, type: "Fetch", errorText: "net::ERR_FAILED", corsErrorStatus: {} }, 0);
      return [...network.failures.broken(true), ...network.failures.broken(false), network.failures.refusedUnsigned];
    };
    for (const status of [0, 200, 404]) expect(blocked(status)).toEqual([null]);
    expect(blocked(503, "https://other.example/data")).toEqual([null]);
    expect(blocked(403)).toEqual([expect.stringContaining("answered 403 (forbidden)"), null]);
    expect(blocked(401)).toEqual([expect.stringContaining("answered 401 (unauthorized)")]);
  });

  it("are told in words, apart from those of other sites", () => {
    const network = watch();
    const other = "https://other.example/data";
    answer(network, ask(network, API), API, 403);
    answer(network, ask(network, other), other, 502);
    answer(
      network,
      ask(network, "https://shop.example/app.js", "Script"),
      "https://shop.example/app.js",
      404,
      "Script",
    );
    expect(network.failures.broken(true)).toEqual([
      `the page's own API answered 403 (forbidden) to the renderer. Let it through, or have a rule send the header that it needs: GET ${API}`,
      "a script of the page answered 404: https://shop.example/app.js",
    ]);
    expect(network.failures.broken(false)).toEqual([`another site's API answered 502: GET ${other}`]);
  });

  it("do not include a 401, which is told until the page signs in", () => {
    const network = watch();
    answer(network, ask(network, API), API, 401);
    expect([network.failures.broken(true), network.failures.refusedUnsigned]).toEqual([
      [],
      expect.stringContaining("401 (unauthorized)"),
    ]);
    answer(network, ask(network, API), API, 200);
    expect(network.failures.refusedUnsigned).toBeNull();
  });
});

describe("the size of a page", () => {
  const MB = 1024 * 1024;
  it("is what came over the wire", () => {
    const network = watch();
    network.received(ask(network, API), 60 * MB, 6 * MB, 0);
    expect(network.tooMuch).toBe(false);
    const requestId = ask(network, API);
    network.received(requestId, 10 * MB, 0, 0);
    network.finished({ requestId, encodedDataLength: 15 * MB }, 0);
    expect(network.tooMuch).toBe(true);
  });

  it("has a limit after decompression as well", () => {
    const network = watch();
    network.received(ask(network, API), 101 * MB, 1, 0);
    expect(network.tooMuch).toBe(true);
  });
});

describe("files that a page asks for", () => {
  const wanted = (network: NetworkActivity) =>
    network.wantedFiles.map(({ url, image }) => `${url}${image ? " image" : ""}`);

  it("are those of its site that a render does not load, or finds missing", () => {
    const network = watch();
    const at = (path: string) => `https://shop.example/${path}`;
    ask(network, at("a.woff2"), "Font");
    ask(network, at("b.png"), "Image");
    ask(network, at("pixel.gif?visitor=1"), "Image");
    ask(network, "https://cdn.example/c.woff2", "Font");
    ask(network, "data:font/woff2;base64,AA", "Font");
    ask(network, at("x".repeat(3_000)), "Font");
    for (const [path, type, status, change] of [
      ["d.css", "Stylesheet", 404],
      ["e.css", "Stylesheet", 200],
      ["index.json?v=2", "Fetch", 404],
      ["api/cart", "XHR", 404],
      ["f.json", "XHR", 404, { method: "POST" }],
    ] as const)
      answer(network, ask(network, at(path), type, change), at(path), status, type);
    expect(wanted(network)).toEqual([at("a.woff2"), `${at("b.png")} image`, at("d.css"), at("index.json?v=2")]);
    network.begin("");
    expect(wanted(network)).toEqual([]);
  });

  it("are at most a hundred", () => {
    const network = watch();
    for (let i = 0; i < 150; i++) ask(network, `https://shop.example/${i}.woff2`, "Font");
    expect(wanted(network)).toHaveLength(100);
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
    [{ lazyHeight: 1_200, viewHeight: 900 }, 0, 1_200],
    [{ lazyHeight: 1_200, viewHeight: 900 }, 1, 1_800],
    [{ lazyHeight: 8_000, viewHeight: 6_000 }, 4, 10_000],
    [{ lazyHeight: 3_000, viewHeight: 900 }, 5, null],
    [{ lazyHeight: 0, viewHeight: 900 }, 0, null],
  ])("grows: %o after %i → %s", (page, growths, expected) => expect(grownHeight(page, growths)).toBe(expected));
});
