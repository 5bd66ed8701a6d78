import { EventEmitter } from "node:events";
import type { CDPSession } from "@cloudflare/puppeteer";
import { describe, expect, it } from "vitest";
import { RequestGate } from "../../../../src/prerender/browser/driver/request-gate";

/** A gate over a root session that records what it is told. */
async function closedGate() {
  const answers: string[] = [];
  const root = Object.assign(new EventEmitter(), {
    send: (method: string, { requestId = "" }: { requestId?: string } = {}) => {
      answers.push(`${method} ${requestId}`.trim());
      return Promise.resolve();
    },
  });
  const gate = new RequestGate(root as unknown as CDPSession);
  await gate.close();
  expect(answers.splice(0)).toEqual(["Fetch.enable"]);
  const held = (requestId: string, networkId?: string, url = "http://shop.example/") => ({
    requestId,
    ...(networkId !== undefined && { networkId }),
    request: { url, method: "GET" },
  });
  const paused = (...request: Parameters<typeof held>) => {
    root.emit("Fetch.requestPaused", held(...request));
    return answers.splice(0).join();
  };
  return { gate, held, paused };
}

describe("the browser's gate", () => {
  it("refuses what no page's session let through: Chromium resumes the paused requests of a target that goes", async () => {
    const { gate, held, paused } = await closedGate();
    expect(paused("interception-1", "of a popup")).toBe("Fetch.failRequest interception-1");
    gate.pass(held("frame-1", "1"), { isOver: false });
    expect(paused("interception-2", "2")).toBe("Fetch.failRequest interception-2");
    expect(paused("interception-3", "1")).toBe("Fetch.continueRequest interception-3");
  });

  it("takes each pass once: a redirect needs another", async () => {
    const { gate, held, paused } = await closedGate();
    gate.pass(held("frame-1", "1"), { isOver: false });
    expect(paused("a", "1")).toBe("Fetch.continueRequest a");
    expect(paused("b", "1")).toBe("Fetch.failRequest b");
    gate.pass(held("frame-1", "1"), { isOver: false });
    gate.pass(held("frame-1", "1"), { isOver: false });
    expect([paused("c", "1"), paused("d", "1"), paused("e", "1")]).toEqual([
      "Fetch.continueRequest c",
      "Fetch.continueRequest d",
      "Fetch.failRequest e",
    ]);
  });

  it("refuses a request whose render is over, and doesn't confuse it with the next render's", async () => {
    const { gate, held, paused } = await closedGate();
    const first = { isOver: false };
    gate.pass(held("frame-1", undefined, "http://shop.example/data"), first);
    gate.pass(held("frame-2", "2"), first);
    first.isOver = true;
    expect(paused("a", "2")).toBe("Fetch.failRequest a");
    gate.pass(held("frame-3", undefined, "http://shop.example/data"), { isOver: false });
    expect(paused("b", undefined, "http://shop.example/data")).toBe("Fetch.continueRequest b");
    expect(paused("c", undefined, "http://shop.example/data")).toBe("Fetch.failRequest c");
  });
});
