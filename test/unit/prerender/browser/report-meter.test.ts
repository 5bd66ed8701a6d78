import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  ENDLESS_URL,
  REPORT_LIMITS,
  ReportMeter,
  ReportMeters,
  WANTED_EVENTS,
} from "../../../../src/prerender/browser/scripts/report-meter";

const FOLDER = path.resolve("src/prerender/browser");
const PAGE = "A1";
const event = (method: string, params: object, sessionId = PAGE) => JSON.stringify({ method, params, sessionId });
const request = (url: string) => event("Network.requestWillBeSent", { requestId: "1", request: { url } });

function meters() {
  const refused: string[] = [];
  let floods = 0;
  const all = new ReportMeters((sessionId, requestId) => refused.push(`${sessionId} ${requestId}`));
  const meter = new ReportMeter(() => floods++);
  all.watch(PAGE, meter);
  return { all, meter, refused, floods: () => floods };
}

describe("what a page makes the browser report", () => {
  it("ends the page once when it is too many messages, and no other page's are kept out", () => {
    const { all, floods } = meters();
    for (let i = 0; i < REPORT_LIMITS.messages; i++) expect(all.passes(request("https://shop.example/"))).toBe(true);
    expect(floods()).toBe(0);
    for (let i = 0; i < 3; i++) expect(all.passes(request("https://shop.example/"))).toBe(false);
    expect(floods()).toBe(1);
    expect(all.passes(event("Page.frameNavigated", {}, "B2"))).toBe(true);
  });

  it("ends the page when it is too much, although events that nobody reads are not even parsed", () => {
    const { all, floods } = meters();
    const long = event("Page.windowOpen", { url: "x".repeat(1024 * 1024) });
    for (let i = 0; i < 40; i++) expect(all.passes(long)).toBe(false);
    expect(floods()).toBe(1);
  });

  it("counts anew with the next page", () => {
    const { all, meter, floods } = meters();
    for (let i = 0; i <= REPORT_LIMITS.messages; i++) all.passes(request("https://shop.example/"));
    meter.reset();
    expect(all.passes(request("https://shop.example/"))).toBe(true);
    expect(floods()).toBe(1);
  });

  it("is not read when it is too long, and the request that it pauses is failed", () => {
    const { all, refused } = meters();
    const postData = "x".repeat(REPORT_LIMITS.event);
    const params = { requestId: "interception-job-7.0", request: { url: "https://shop.example/", postData } };
    expect(all.passes(event("Fetch.requestPaused", params))).toBe(false);
    expect(refused).toEqual(["A1 interception-job-7.0"]);
    expect(all.passes(JSON.stringify({ id: 7, result: { html: postData }, sessionId: PAGE }))).toBe(true);
  });

  it("ends the page at the fourth URL that no server takes, and blames it from the first", () => {
    const { all, meter, refused, floods } = meters();
    const paused = (url: string, rest = {}) =>
      event("Fetch.requestPaused", { requestId: "interception-job-7.0", request: { url, ...rest } });
    const endless = paused(`https://shop.example/${"x".repeat(2 * ENDLESS_URL)}`);
    all.passes(endless);
    expect(meter.share).toBeGreaterThan(0.3);
    for (let i = 1; i < REPORT_LIMITS.endlessUrls; i++) expect(all.passes(endless)).toBe(false);
    expect([floods(), refused.length]).toEqual([0, REPORT_LIMITS.endlessUrls]);
    all.passes(endless);
    expect([floods(), refused.length]).toEqual([1, REPORT_LIMITS.endlessUrls]);
  });

  it("may have long bodies, and inline data", () => {
    const { all, meter, floods } = meters();
    const long = "x".repeat(2 * ENDLESS_URL);
    const requests = [
      { url: `data:image/png,${long}` },
      { url: "https://shop.example/", postData: `"https://${long}` },
    ];
    for (let i = 0; i < 10; i++)
      for (const each of requests)
        all.passes(event("Fetch.requestPaused", { requestId: "interception-job-7.0", request: each }));
    expect(floods()).toBe(0);
    expect(meter.share).toBeLessThan(0.2);
  });

  it("counts for the page whatever its text pretends", () => {
    const { all, floods } = meters();
    all.watch("B2", new ReportMeter(() => expect.unreachable()));
    const forged = request('https://shop.example/?"sessionId":"B2"}'.repeat(20));
    for (let i = 0; i <= REPORT_LIMITS.messages; i++) all.passes(forged);
    expect(floods()).toBe(1);
  });

  it("counts for the page of a context when the browser's own session reports it", () => {
    const { all, meter, floods } = meters();
    all.watchContext("C3", meter);
    const targetInfo = { targetId: "t", type: "shared_worker", url: "x".repeat(2e6), browserContextId: "C3" };
    const params = { sessionId: "S4", targetInfo, waitingForDebugger: true };
    for (let i = 0; i < 20; i++) expect(all.passes(event("Target.attachedToTarget", params, "ROOT"))).toBe(false);
    expect(floods()).toBe(1);
  });

  it("still ends sessions and answers commands when it is too much", () => {
    const { all } = meters();
    for (let i = 0; i <= REPORT_LIMITS.messages; i++) all.passes(request("https://shop.example/"));
    expect(all.passes(event("Target.detachedFromTarget", { sessionId: "W" }))).toBe(true);
    expect(all.passes(JSON.stringify({ id: 1, result: {}, sessionId: PAGE }))).toBe(true);
  });
});

it("the events that are read are those that somebody listens to", () => {
  const sources = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
  const listened = sources.flatMap((text) => [...text.matchAll(/\.on\(\s*"([A-Z]\w+\.\w+)"/g)].map(([, name]) => name));
  // Puppeteer's connection listens for the end of a session.
  expect(new Set(["Target.detachedFromTarget", ...listened])).toEqual(WANTED_EVENTS);
});
