import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { BrowserSessions } from "../../../../src/prerender/browser/browser-sessions";
import { CurrentSession } from "../../../../src/prerender/browser/current-session";
import type { RemoteBrowser } from "../../../../src/prerender/browser/driver/remote-browser";

const IDLE = { awaited: 10_000, unawaited: 2_000 };

/** Browsers that answer questions about themselves, or not. */
function standIn() {
  const state = { answers: true, started: 0, closed: 0 };
  const start = (): Promise<RemoteBrowser> => {
    state.started++;
    const answers = () => Promise.resolve(state.answers);
    let end = () => {};
    const browser = {
      connected: true,
      onDisconnected: (then: () => void) => void (end = then),
      answers,
      drop: () => end(),
    };
    return Promise.resolve(browser as unknown as RemoteBrowser);
  };
  const close = () => Promise.resolve(void state.closed++);
  const endLeftovers = () => Promise.resolve();
  const blamed: string[] = [];
  const current = new CurrentSession(
    { start, close, endLeftovers, count: 0 } as unknown as BrowserSessions,
    IDLE,
    (account) => blamed.push(account),
  );
  return { state, current, blamed };
}

describe("a browser", () => {
  it("stays in use while it answers, whatever fails in it", async () => {
    const { current, state } = standIn();
    const session = await current.connected();
    for (const domain of ["a", "b", "c"]) expect(await current.answers(session, domain)).toBe(true);
    expect([session.state, state.closed]).toEqual(["open", 0]);
  });

  it("that can't be started is reported in our own words", async () => {
    const start = () => Promise.reject(new Error("429 account 0a1b2c has no browser left at internal.example"));
    const current = new CurrentSession({ start } as unknown as BrowserSessions, IDLE, () => {});
    await expect(current.connected()).rejects.toThrow(/^the browser could not be started$/);
  });

  it.each([
    ["as the operator said", true, IDLE.awaited],
    ["as suits gathered renders, if nobody waited", false, IDLE.unawaited],
  ])("is closed once it has been idle as long %s", async (_how, isAwaited, idleMs) => {
    const { state, current } = standIn();
    const session = await current.connected();
    const endsAt = Date.now() + 5_000;
    current.begin(session);
    current.release(session, isAwaited, endsAt);
    expect(current.nextTickAt(endsAt)).toBe(endsAt + idleMs);
    await current.tick(endsAt + idleMs - 1);
    expect([session.state, state.closed]).toEqual(["open", 0]);
    await current.tick(endsAt + idleMs);
    expect([session.state, state.closed]).toEqual(["retired", 1]);
  });

  it("is given up at once if a page floods it and it does not answer then", async () => {
    const { current, state, blamed } = standIn();
    const session = await current.connected();
    await current.flooded(session, "flooder");
    expect(session.state).toBe("open");
    state.answers = false;
    await current.flooded(session, "flooder");
    expect([session.state, state.closed, blamed]).toEqual(["lost", 1, ["flooder"]]);
  });

  it("is given up within seconds if it is silent and a page has reported much, for which its account is blamed", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { current, state, blamed } = standIn();
    const connecting = current.connected();
    await vi.advanceTimersByTimeAsync(1_000);
    const session = await connecting;
    current.begin(session);
    const page = { share: 0.01 };
    session.rendering.set(page, "flooder").set({ share: 0.05 }, "other");
    state.answers = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect([session.state, blamed]).toEqual(["open", []]);
    page.share = 0.3;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([session.state, session.blamed, blamed]).toEqual(["lost", "flooder", ["flooder"]]);
  });

  it("is given up with the second domain in a row that it leaves without an answer", async () => {
    const { current, state } = standIn();
    const session = await current.connected();
    state.answers = false;
    expect(await current.answers(session, "a")).toBe(false);
    expect(await current.answers(session, "a")).toBe(false);
    expect(session.state).toBe("open");
    state.answers = true;
    await current.answers(session, "c");
    state.answers = false;
    await current.answers(session, "b");
    expect([session.state, state.closed]).toEqual(["open", 0]);
    await current.answers(session, "a");
    expect([session.state, state.closed]).toEqual(["lost", 1]);
    expect(await current.answers(session, "a")).toBe(false);
    expect(state.closed).toBe(1);
    expect(await current.connected()).not.toBe(session);
    expect(state.started).toBe(2);
  });
});
