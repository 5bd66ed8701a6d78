import { describe, expect, it } from "vitest";
import { BrowserSessions } from "../../../../src/prerender/browser/browser-sessions";

/** A browser binding whose sessions can be started and ended, but not connected to. */
function binding() {
  const alive = new Set<string>();
  let count = 0;
  let down = false;
  const fetch = (url: string, { method = "GET" }: { method?: string } = {}): Promise<Response> => {
    if (down) return Promise.reject(new Error("down"));
    const id = url.split("/").at(-1)!;
    if (method === "POST") {
      const sessionId = `s${++count}`;
      alive.add(sessionId);
      return Promise.resolve(Response.json({ sessionId }));
    }
    if (method === "DELETE") return Promise.resolve(Response.json({ status: alive.delete(id) ? "closed" : "unknown" }));
    return Promise.reject(new Error("no socket"));
  };
  const browser = { fetch } as unknown as Fetcher;
  return { browser, alive, takeDown: (state: boolean) => (down = state) };
}

function record(ids: string[] = []) {
  return { ids, read: () => ids, write: (next: readonly string[]) => void ids.splice(0, ids.length, ...next) };
}

describe("browser sessions", () => {
  it("that an evicted object left are ended before another starts, so that browsers don't pile up", async () => {
    const { browser, alive } = binding();
    alive.add("left");
    const kept = record(["left"]);
    await expect(new BrowserSessions(browser, kept).start()).rejects.toThrow();
    expect([...alive]).toEqual([]);
    expect(kept.ids).toEqual([]);
  });

  it("that started but could not be connected to are ended", async () => {
    const { browser, alive } = binding();
    await expect(new BrowserSessions(browser, record()).start()).rejects.toThrow();
    expect(alive.size).toBe(0);
  });

  it("stay on record until their end is confirmed", async () => {
    const { browser, alive, takeDown } = binding();
    alive.add("left");
    const kept = record(["left"]);
    const sessions = new BrowserSessions(browser, kept);
    takeDown(true);
    await sessions.endLeftovers();
    expect([kept.ids, sessions.count]).toEqual([["left"], 1]);
    takeDown(false);
    await sessions.endLeftovers();
    expect([kept.ids, alive.size]).toEqual([[], 0]);
  });
});
