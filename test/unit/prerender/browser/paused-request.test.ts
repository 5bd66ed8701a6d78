import type { CDPSession } from "@cloudflare/puppeteer";
import { expect, it } from "vitest";
import { PAGE_LIMITS } from "../../../../src/prerender/core/pages/page-limits";
import { PageLoad } from "../../../../src/prerender/browser/load/page-load";
import { decideRequest, type PausedRequest } from "../../../../src/prerender/browser/load/paused-request";

const ORIGIN = "https://shop.example";

const rules = { ownHosts: new Set(["shop.example"]), allowPrivateHosts: false };
const source = { isMainFrame: () => false, foreignFrame: false };
const paused = (url: string, resourceType: string) =>
  ({ requestId: "1", frameId: "f", resourceType, request: { url, method: "GET", headers: {} } }) as PausedRequest;
const silent = { send: () => Promise.resolve({}) } as unknown as CDPSession;

it("counts the requests that it refuses, or answers itself, towards a page's limit", async () => {
  const load = new PageLoad(ORIGIN, rules, 0);
  const image = paused(`${ORIGIN}/a.png`, "Image");
  for (let i = 0; i < PAGE_LIMITS.asked; i++) await decideRequest(silent, image, load, source);
  expect([load.asked, load.exceededAt]).toEqual([PAGE_LIMITS.asked, null]);
  await decideRequest(silent, image, load, source);
  expect(load.exceededAt).not.toBeNull();
});

it.each([
  ["a document of another origin", "https://other.example/embed", "Document", false],
  ["a document of its own", `${ORIGIN}/frame`, "Document", true],
  ["a script of another origin", "https://other.example/a.js", "Script", true],
])("knows that a page's context can serve the next page after %s: %s", async (_name, url, type, isContained) => {
  const load = new PageLoad(ORIGIN, rules, 0);
  await decideRequest(silent, paused(url, type), load, source);
  expect(load.isContained).toBe(isContained);
});

it("takes a document without the header by which the browser itself would send requests", async () => {
  const sent: unknown[] = [];
  const cdp = { send: (method: string, params: object) => Promise.resolve(sent.push([method, params])) };
  const headers = ["Content-Type: text/html", 'Speculation-Rules: "/rules.json"'].map((line) => {
    const [name, value] = line.split(": ") as [string, string];
    return { name, value };
  });
  const event = { ...paused(`${ORIGIN}/`, "Document"), responseStatusCode: 200, responseHeaders: headers };
  await decideRequest(cdp as unknown as CDPSession, event, new PageLoad(ORIGIN, rules, 0), source);
  expect(sent).toEqual([
    ["Fetch.continueResponse", { requestId: "1", responseCode: 200, responseHeaders: headers.slice(0, 1) }],
  ]);
});

it("fails a request that the browser refuses to continue", async () => {
  const sent: string[] = [];
  const send = (method: string) => {
    sent.push(method);
    return method === "Fetch.continueRequest" ? Promise.reject(new Error("Unsafe header")) : Promise.resolve({});
  };
  const cdp = { send } as unknown as CDPSession;
  const load = new PageLoad(ORIGIN, { ...rules, headers: { "set-cookie": "a=1" } }, 0);
  const request = { url: `${ORIGIN}/data`, method: "GET", headers: {} };
  const event = { requestId: "1", frameId: "main", resourceType: "XHR", request } as PausedRequest;
  await decideRequest(cdp, event, load, { isMainFrame: () => true, foreignFrame: false });
  expect(sent).toEqual(["Fetch.continueRequest", "Fetch.failRequest"]);
});
