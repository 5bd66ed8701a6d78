import { describe, expect, it } from "vitest";
import { isScriptless } from "../../../../../src/prerender/core/pages/document-head";
import { llmsText } from "../../../../../src/prerender/core/llms-text";
import { OwnFrames } from "../../../../../src/prerender/core/pages/own-frames";
import {
  awaitedRequest,
  readinessOf,
  standsStill,
  type NetworkState,
  type OpenRequest,
  type PageProbe,
  type RequestKind,
} from "../../../../../src/prerender/core/pages/readiness";
import type { OpenStream } from "../../../../../src/prerender/core/pages/open-streams";
import {
  addedHeaders,
  isForeignTarget,
  refuseSocket,
  refuseSubRequest,
} from "../../../../../src/prerender/core/pages/request-rules";
import { preferredForm } from "../../../../../src/prerender/core/serving-rules";
import { saysNotFound } from "../../../../../src/prerender/core/pages/soft-404";

describe("headers added to a page's requests", () => {
  it.each([
    ["https://shop.example/a", true, { "x-prerender": "1", "cache-control": "max-age=0" }],
    ["https://shop.example/app.js", false, { "cache-control": "max-age=0" }],
    ["http://shop.example/app.js", false, {}],
    ["https://cdn.example/app.js", false, {}],
    ["https://www.shop.example/", true, { "x-prerender": "1" }],
  ])("%s, the page's document: %s", (url, isMainDocument, headers) => {
    expect(addedHeaders({ url, type: "Document", isMainDocument }, "https://shop.example", null)).toEqual(headers);
  });

  it.each([
    ["https://shop.example/a", false, "secret"],
    ["https://shop.example/a", true, undefined],
    ["https://shop.example:8443/a", false, undefined],
    ["https://www.shop.example/a", false, undefined],
    ["https://shop.example.evil.example/a", false, undefined],
    ["http://shop.example/a", false, undefined],
  ])("the owner's header on %s, sent by a frame of another site: %s", (url, foreignFrame, expected) => {
    const rules = { ownHosts: new Set(["shop.example"]), allowPrivateHosts: false, headers: { "x-key": "secret" } };
    const request = { url, type: "XHR", isMainDocument: false, foreignFrame };
    expect(addedHeaders(request, "https://shop.example", rules)["x-key"]).toBe(expected);
  });
});

describe("whose requests they are", () => {
  const own = "https://shop.example";

  it.each([
    ["worker", `${own}/worker.js`, false],
    ["worker", `blob:${own}/1f0e`, false],
    ["worker", "blob:https://evil.example/1f0e", true],
    ["shared_worker", `${own}/worker.js`, true],
    ["worker", "https://www.shop.example/worker.js", true],
    ["worker", "blob:null/1f0e", true],
    ["worker", "data:text/javascript,1", true],
    ["worker", "", true],
    ["iframe", `${own}/frame`, true],
  ])("a %s from %s is foreign: %s", (type, url, expected) => {
    expect(isForeignTarget({ type, url }, own)).toBe(expected);
  });

  it("are the page's own in its main frame and in frames known to be of its origin", () => {
    const frames = new OwnFrames("main");
    const show = (id: string, url: string) => frames.navigated({ id, url }, own);
    show("own", `${own}/frame`);
    for (const [id, url] of [
      ["other", "https://www.shop.example/"],
      ["srcdoc", "about:srcdoc"],
      ["data", "data:text/html,x"],
    ] as const)
      show(id, url);
    const senders = () => ["main", "own", "other", "srcdoc", "data", "new"].filter((id) => frames.sends(id, "XHR"));
    expect(senders()).toEqual(["main", "own"]);
    expect(frames.sends("other", "Document")).toBe(true);
    frames.left("own");
    expect(senders()).toEqual(["main"]);
    show("own", `${own}/frame`);
    show("main", `${own}/next`);
    expect(senders()).toEqual(["main"]);
  });
});

describe("what a page may request during its render", () => {
  const rules = { ownHosts: new Set(["origin.shop.example:8443"]), allowPrivateHosts: false };
  const ask = (url: string, change: { type?: string; isMainDocument?: boolean; sent?: number; local?: boolean } = {}) =>
    refuseSubRequest(
      { url, type: change.type ?? "Script", isMainDocument: change.isMainDocument ?? false },
      change.sent ?? 0,
      { ...rules, allowPrivateHosts: change.local ?? false },
    );

  it.each([
    ["https://cdn.example/app.js", null],
    ["https://origin.shop.example:8443/app.js", null],
    ["http://169.254.169.254/latest/meta-data/", "private_host"],
    ["http://127.0.0.1/", "private_host"],
    ["http://0x7f.1/", "private_host"],
    ["http://2130706433/", "private_host"],
    ["http://172.16.0.1/", "private_host"],
    ["http://100.64.0.1/", "private_host"],
    ["http://[::1]/", "private_host"],
    ["http://[::ffff:10.0.0.1]/", "private_host"],
    ["http://8.8.8.8/", "private_host"],
    ["http://localhost/", "private_host"],
    ["http://db.internal/", "private_host"],
    ["http://printer.local./", "private_host"],
    ["https://cdn.example:8443/", "private_host"],
    ["http://10.cdn.example/", null],
    ["file:///etc/passwd", "scheme"],
    ["chrome://version", "scheme"],
    ["ws://cdn.example/", "scheme"],
    ["not a url", "scheme"],
  ])("%s → %s", (url, expected) => expect(ask(url)).toBe(expected));

  it("blocks what the HTML does not need, foreign main documents, and requests beyond the limit", () => {
    for (const type of ["Image", "Media", "Font", "Ping"])
      expect(ask("https://cdn.example/x", { type })).toBe("not_needed");
    expect(ask("https://origin.shop.example:8443/favicon.ico?v=2", { type: "Other" })).toBe("not_needed");
    expect(ask("https://cdn.example/picture.svg", { type: "Other" })).toBeNull();
    expect(ask("https://cdn.example/data.ico", { type: "XHR" })).toBeNull();
    expect(ask("https://evil.example/", { type: "Document", isMainDocument: true })).toBe("foreign_document");
    expect(ask("https://video.example/embed", { type: "Document" })).toBeNull();
    expect(ask("https://cdn.example/app.js", { sent: 399 })).toBeNull();
    expect(ask("https://cdn.example/app.js", { sent: 400 })).toBe("too_many");
    expect(ask("http://127.0.0.1:9000/", { local: true })).toBeNull();
  });
});

describe("when a page is ready", () => {
  const done: PageProbe = {
    flag: undefined,
    parsed: true,
    domStillMs: 200,
    textStillMs: 10_000,
    timers: 0,
    rareTimers: 0,
    slowTimers: 0,
    workers: 0,
    chars: 50,
    unchanged: false,
    loading: false,
  };
  const silent: NetworkState = { open: [], stillMs: 200, silentChannels: 0, talking: false, streams: [] };
  const open = (kind: RequestKind, change: Partial<OpenRequest> = {}): OpenRequest => ({
    kind,
    answers: false,
    ageMs: 0,
    calmMs: 0,
    line: "GET https://shop.example/api",
    ...change,
  });
  const endOf = (page: Partial<PageProbe>, network: Partial<NetworkState>, expectsText = true, ageMs = 0) => {
    const readiness = readinessOf({ ...done, ...page }, { ...silent, ...network }, expectsText, ageMs);
    return readiness === "wait" ? "wait" : readiness.ready;
  };
  it.each<[string, Partial<PageProbe>, Partial<NetworkState>, string]>([
    ["still and silent", {}, {}, "quiet"],
    ["its flag is set", { flag: true, parsed: false }, { open: [open("own_data")] }, "flag"],
    ["its flag is not set yet", { flag: false }, { stillMs: 60_000 }, "wait"],
    ["a request is in progress", {}, { open: [open("own_data")] }, "wait"],
    ["a request has just ended", {}, { stillMs: 149 }, "wait"],
    ["not parsed yet", { parsed: false }, {}, "wait"],
    ["the DOM has just changed", { domStillMs: 149 }, {}, "wait"],
    ["a timer is pending", { timers: 1 }, {}, "wait"],
    ["endless timers, a silent network", { timers: 1 }, { stillMs: 2_000 }, "quiet"],
    ["a DOM that never stops, a silent network", { domStillMs: 5 }, { stillMs: 2_000 }, "quiet"],
    ["still blank", { chars: 49 }, {}, "wait"],
    ["blank for good", { chars: 0, domStillMs: 2_000 }, { stillMs: 2_000 }, "quiet"],
  ])("%s", (_name, page, network, expected) => expect(endOf(page, network)).toBe(expected));

  const calm = (ms: number) => ({ page: { textStillMs: ms, domStillMs: ms }, network: { stillMs: ms } });
  it.each<[string, number, Partial<PageProbe>, Partial<NetworkState>, string]>([
    ["a hanging beacon", 999, {}, { open: [open("other")] }, "wait"],
    ["a hanging beacon", 1_000, {}, { open: [open("other")] }, "quiet"],
    ["a script of another site hangs", 2_000, {}, { open: [open("foreign_script")] }, "quiet"],
    ["a script of its own hangs", 4_999, {}, { open: [open("foreign_script"), open("own_script")] }, "wait"],
    ["a long poll", 3_000, {}, { open: [open("own_poll")] }, "quiet"],
    ["an answer that was requested late", 7_999, {}, { open: [open("own_data")] }, "wait"],
    ["the same without end", 8_000, {}, { open: [open("own_data")] }, "quiet"],
    ["a frame of its own site", 11_999, {}, { open: [open("own_frame")] }, "wait"],
    ["a long poll behind an unchanged shell", 5_999, { unchanged: true }, { open: [open("own_poll")] }, "wait"],
    ["the same behind a spinner", 11_999, { loading: true }, { open: [open("own_data")] }, "wait"],
    ["a worker that computes", 6_999, { workers: 1 }, {}, "wait"],
    ["a worker that never answers", 7_000, { workers: 1 }, {}, "quiet"],
    ["a socket without a message", 4_999, { unchanged: true }, { silentChannels: 1 }, "wait"],
    ["a timer of five seconds on a full page", 200, { slowTimers: 1 }, {}, "quiet"],
    ["the same after a failed request", 5_499, { slowTimers: 1 }, { failing: true }, "wait"],
    ["a database that works", 4_999, { operations: 1 }, {}, "wait"],
    ["a database that never answers", 5_000, { operations: 1 }, {}, "quiet"],
    ["the same on an unchanged shell", 5_499, { slowTimers: 1, unchanged: true }, {}, "wait"],
    ["a short timer that counts down on an unchanged shell", 5_499, { timers: 1, unchanged: true }, {}, "wait"],
    ["the same for good", 5_500, { timers: 1, unchanged: true }, {}, "quiet"],
    ["a shell behind a service worker", 11_999, { loading: true, gated: true }, {}, "wait"],
    ["a page that listens for a new service worker", 200, { gated: true }, {}, "quiet"],
    ["a shell that says it loads, with nothing pending", 7_999, { loading: true }, {}, "wait"],
    ["a talking socket between two messages", 699, {}, { talking: true }, "wait"],
    ["a script blocks the rest of the document", 5_000, { parsed: false }, {}, "quiet"],
  ])("%s, still for %i ms", (_name, ms, page, network, expected) =>
    expect(endOf({ ...calm(ms).page, ...page }, { ...calm(ms).network, ...network })).toBe(expected),
  );

  const stream = (change: Partial<OpenStream> = {}): Partial<NetworkState> => ({
    streams: [{ kind: "events", forMs: 1_000, stillMs: 400, parts: 3, ...change }],
  });
  /** A page whose text and DOM have been still for so long. */
  const text = (textStillMs: number, domStillMs = textStillMs): Partial<PageProbe> => ({ textStillMs, domStillMs });
  it.each<[string, Partial<PageProbe>, Partial<NetworkState>, string]>([
    ["gathers parts on a full page", {}, stream(), "wait"],
    ["pauses", {}, stream({ stillMs: 1_999 }), "wait"],
    ["is silent for a while", {}, stream({ stillMs: 2_000 }), "quiet"],
    ["goes on and on", {}, stream({ forMs: 12_000 }), "quiet"],
    ["is a response, which ends", {}, stream({ kind: "response", stillMs: 11_999, forMs: 11_999 }), "wait"],
    ["is a response without an end", {}, stream({ kind: "response", stillMs: 1, forMs: 12_000 }), "quiet"],
    ["greets by a socket", {}, stream({ kind: "socket", parts: 1 }), "quiet"],
    ["has sent the first event of its kind", {}, stream({ parts: 1 }), "wait"],
    ["moves numbers on a full page", text(9_000, 300), stream(), "quiet"],
    ["brings text at each part", text(2_900), stream({ stillMs: 2_999 }), "wait"],
    ["has brought text", text(2_900), stream({ stillMs: 3_000 }), "quiet"],
    ["is asked by the page", {}, stream({ kind: "socket", parts: 1, stillMs: 2_999, asked: true }), "wait"],
    ["owes an answer", {}, stream({ kind: "worker", stillMs: 4_999, asked: true, unanswered: true }), "wait"],
    ["never answers", {}, stream({ kind: "worker", stillMs: 5_000, asked: true, unanswered: true }), "quiet"],
    ["brings text for long", text(300), stream({ stillMs: 300, forMs: 11_999 }), "wait"],
    ["pauses on an unchanged page", { unchanged: true }, stream({ stillMs: 1_999 }), "wait"],
    ["moves numbers on an unchanged page", { unchanged: true, ...text(9_000, 300) }, stream({ forMs: 4_000 }), "quiet"],
    ["pauses behind a spinner", { unchanged: true, marked: true }, stream({ stillMs: 5_999 }), "wait"],
    ["goes on behind a spinner", { unchanged: true, marked: true }, stream({ forMs: 12_000 }), "quiet"],
  ])("a stream that %s", (_name, page, network, expected) =>
    expect(endOf({ ...text(10_000), ...page }, network)).toBe(expected),
  );

  it("tells of a stream that a page was taken without, and waits for none for ever", () => {
    const page = { ...done, ...text(10_000) };
    expect(readinessOf(page, { ...silent, ...stream({ forMs: 12_000 }) }, true)).toEqual({
      ready: "quiet",
      pending: "a stream that goes on",
    });
    expect(endOf({}, { ...stream(), stillMs: 2_000 }, true, 16_000)).toBe("quiet");
    expect(endOf({}, stream(), false)).toBe("quiet");
  });

  it("waits for a worker that goes on talking", () => {
    const talk = { kind: "worker", forMs: 3_000, stillMs: 1_500, parts: 2 } as const;
    expect(endOf({ ...text(10_000), talk }, {})).toBe("wait");
    for (const [stillMs, expected] of [
      [1_499, "wait"],
      [1_500, "quiet"],
    ] as const)
      expect(endOf({ ...text(10_000), talk: { ...talk, parts: 1, stillMs } }, {})).toBe(expected);
  });

  it("waits for numbers that run, but not for ever", () => {
    expect(endOf({ counting: true, domStillMs: 5 }, { stillMs: 5_000 })).toBe("wait");
    expect(endOf({ counting: true, domStillMs: 5 }, { stillMs: 5_000 }, true, 16_000)).toBe("quiet");
    expect(readinessOf({ ...done, countsOn: true }, silent, true)).toEqual({
      ready: "quiet",
      pending: "numbers that run on",
    });
  });

  it("says how long the timer is that it does not wait for", () => {
    const page = { ...done, slowTimers: 1, slowTimerMs: 4_800 };
    expect(readinessOf(page, silent, true)).toEqual({ ready: "quiet", pending: "a timer of 4.8 s" });
    const network = { ...silent, open: [open("other"), open("other")], stillMs: 3_000 };
    expect(readinessOf(page, network, true)).toEqual({ ready: "quiet", pending: "a request, a timer of 4.8 s" });
  });
  it("says what it no longer waits for", () => {
    const still = { ...done, ...calm(5_000).page };
    expect(readinessOf(still, { ...silent, stillMs: 5_000, open: [open("own_poll")] }, true)).toEqual({
      ready: "quiet",
      pending: "a request for data",
    });
    const shell = { ...done, ...calm(12_000).page, loading: true, gated: true };
    expect(readinessOf(shell, { ...silent, stillMs: 12_000 }, true)).toEqual({
      ready: "quiet",
      pending: "a service worker, which renders do not start",
    });
  });

  it("waits while new text appears, but not forever", () => {
    const growing = { timers: 1, domStillMs: 5, textStillMs: 400 };
    expect(endOf(growing, { stillMs: 5_000 })).toBe("wait");
    expect(endOf(growing, { stillMs: 5_000 }, true, 16_000)).toBe("quiet");
  });

  it("waits longer for timers that fire once, and tells of those that it does not wait for", () => {
    const timer = { ...done, timers: 1, rareTimers: 1 };
    for (const [ms, expected] of [
      [5_999, "wait"],
      [6_000, { ready: "quiet", pending: "a timer" }],
    ] as const)
      expect(readinessOf({ ...timer, textStillMs: ms }, { ...silent, stillMs: ms }, true)).toEqual(expected);
    const late = { ...done, slowTimerMs: 7_000 };
    expect(readinessOf(late, silent, true)).toEqual({ ready: "quiet", pending: "a timer of 7 s" });
  });

  it.each<[string, number, number, Partial<OpenRequest>, string]>([
    ["an answer of the page's own site", 15_000, 15_000, { ageMs: 15_000 }, "wait"],
    ["one that was asked for as another answer arrived", 15_000, 12_000, { ageMs: 12_000, calmMs: 999 }, "wait"],
    [
      "one that was asked for within a second of the last text",
      12_999,
      20_000,
      { ageMs: 12_000, calmMs: 9_000 },
      "wait",
    ],
    ["one that began after the text stood still", 13_000, 12_000, { ageMs: 12_000, calmMs: 1_000 }, "quiet"],
    ["one that may never be answered", 15_000, 15_000, { ageMs: 15_000, answers: false }, "quiet"],
  ])("%s, text still for %i ms, network for %i ms", (_name, textStillMs, stillMs, change, expected) => {
    const network = {
      ...silent,
      stillMs,
      open: [open("foreign_data"), open("own_data", { answers: true, ...change })],
    };
    const page = { ...done, textStillMs };
    expect(endOf(page, network)).toBe(expected);
    expect(awaitedRequest(page, network)).toBe(expected === "wait" ? "GET https://shop.example/api" : null);
  });

  it("waits for no answer on a page that need not have text", () => {
    const network = { stillMs: 15_000, open: [open("own_data", { answers: true, ageMs: 15_000 })] };
    expect(endOf({ textStillMs: 15_000 }, network, false)).toBe("quiet");
  });

  it("takes a page at its deadline only if it has stopped changing and does not show that it is loading", () => {
    expect(standsStill(done)).toBe(true);
    for (const change of [{ flag: false }, { loading: true }, { textStillMs: 1_999 }])
      expect(standsStill({ ...done, ...change })).toBe(false);
  });

  it("does not wait for text when the response is not a page", () => {
    expect(endOf({ chars: 0 }, {}, false)).toBe("quiet");
  });
});

describe("a document without scripts", () => {
  it.each([
    ["sandbox", true],
    ["default-src 'self'; SANDBOX allow-forms", true],
    ["img-src *, sandbox", true],
    ["sandbox allow-forms allow-scripts", false],
    ["script-src 'none'", false],
    ["", false],
  ])("is told by its policy: %s", (policy, expected) => {
    const headers: Record<string, string> = policy === "" ? {} : { "content-security-policy": policy };
    expect(isScriptless({ status: 200, location: null, headers })).toBe(expected);
  });
});

describe("pages that only say that nothing was found", () => {
  it.each([
    ["404", "", true],
    ["Page not found", "", true],
    ["", "404 – Page not found | Shop", true],
    ["", "Shop - Page not found", true],
    ["Oops! 404", "", true],
    ["The page you are looking for doesn't exist", "", true],
    ["Sorry, this product is not available", "", true],
    ["Seite nicht gefunden", "", true],
    ["Page introuvable", "", true],
    ["Lost and found: a story", "", false],
    ["How to fix 404 errors", "How to fix 404 errors | Blog", false],
    ["Peugeot 404", "Peugeot 404 for sale", false],
    ["Chairs", "Shop", false],
    ["", "", false],
  ])("h1 %j, title %j → %s", (heading, title, expected) => expect(saysNotFound({ heading, title }, 30)).toBe(expected));

  it("excludes long pages", () => {
    expect(saysNotFound({ heading: "404", title: "" }, 201)).toBe(false);
  });
});

describe("the form that an Accept header requests", () => {
  it.each([
    ["", "html"],
    ["*/*", "html"],
    ["text/markdown", "markdown"],
    ["text/markdown, text/html", "markdown"],
    ["text/html, text/markdown", "html"],
    ["text/html;q=0.8, text/markdown;q=0.9", "markdown"],
    ["text/markdown;q=0", null],
    ["application/json", null],
    ["TEXT/HTML", "html"],
    ["constructor, __proto__", null],
  ])("%j → %s", (accept, expected) => expect(preferredForm(accept, true)).toBe(expected));
});

describe("llms.txt", () => {
  it("contains the pages' data, never their markup", () => {
    const pages = [
      { path: "/", title: "Shop\n# Injected", description: "[x](http://evil.example)" },
      { path: "/a(b)", title: "", description: "" },
    ];
    expect(llmsText("shop.example", "https://shop.example", pages)).toBe(
      "# Shop # Injected\n\n> \\[x\\](http://evil.example)\n\n## Pages\n\n- [/a(b)](https://shop.example/a%28b%29)\n",
    );
  });
});

describe("the sockets of a page during its render", () => {
  const rules = { ownHosts: new Set(["shop.example", "127.0.0.1:8080"]), allowPrivateHosts: true };
  it.each([
    ["wss://shop.example/live", 0, null],
    ["ws://127.0.0.1:8080/live", 399, null],
    ["ws://127.0.0.1:8081/live", 0, "foreign_socket"],
    ["wss://shop.example.evil.example/", 0, "foreign_socket"],
    ["wss://shop.example@evil.example/", 0, "foreign_socket"],
    ["not an address", 0, "foreign_socket"],
    ["wss://shop.example/live", 400, "too_many"],
  ] as const)("%s after %i requests → %s", (address, sent, expected) => {
    expect(refuseSocket(address, sent, rules)).toBe(expected);
  });

  it("allows neither sockets nor requests once the render is over", () => {
    const request = { url: "https://shop.example/", type: "Script", isMainDocument: false };
    expect([refuseSocket("wss://shop.example/", 0, null), refuseSubRequest(request, 0, null)]).toEqual([
      "over",
      "over",
    ]);
  });
});
