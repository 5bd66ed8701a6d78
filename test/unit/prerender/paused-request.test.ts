import type { CDPSession } from "@cloudflare/puppeteer";
import { expect, it } from "vitest";
import { PageLoad } from "../../../src/prerender/browser/page-load";
import { decideRequest, type PausedRequest } from "../../../src/prerender/browser/paused-request";

const ORIGIN = "https://shop.example";

it("fails a request that the browser refuses to continue", async () => {
  const sent: string[] = [];
  const send = (method: string) => {
    sent.push(method);
    return method === "Fetch.continueRequest" ? Promise.reject(new Error("Unsafe header")) : Promise.resolve({});
  };
  const cdp = { send } as unknown as CDPSession;
  const rules = { ownHosts: new Set(["shop.example"]), allowPrivateHosts: false, headers: { "set-cookie": "a=1" } };
  const load = new PageLoad(ORIGIN, rules, 0);
  const request = { url: `${ORIGIN}/data`, method: "GET", headers: {} };
  const event = { requestId: "1", frameId: "main", resourceType: "XHR", request } as PausedRequest;
  await decideRequest(cdp, event, load, { isMainFrame: () => true, foreignFrame: false });
  expect(sent).toEqual(["Fetch.continueRequest", "Fetch.failRequest"]);
});
