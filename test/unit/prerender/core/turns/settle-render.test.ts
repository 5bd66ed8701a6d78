import { describe, expect, it } from "vitest";
import { retryRenderAfter } from "../../../../../src/prerender/core/turns/settle-render";

describe("a message that requests a render", () => {
  it("is done when the page has its snapshot, or deliberately none", () => {
    expect(retryRenderAfter({ kind: "stored" }, 1, 0.5)).toBeNull();
    expect(retryRenderAfter({ kind: "once", because: "not_kept" }, 1, 0.5)).toBeNull();
  });

  it("is retried with increasing delay when the browser can't start, the budget is used up, the store fails or an invalidation overtook it", () => {
    for (const end of [
      { kind: "unavailable" },
      { kind: "refused" },
      { kind: "once", because: "overtaken" },
      { kind: "once", because: "store" },
      { kind: "joined", end: "failed" },
    ] as const) {
      const delays = [1, 2, 3, 4, 20].map((attempts) => retryRenderAfter(end, attempts, 0.999));
      expect(delays, JSON.stringify(end)).toEqual([10, 20, 40, 80, 900]);
    }
  });

  it("checks the result of another request's render soon, instead of treating it as its own", () => {
    expect(retryRenderAfter({ kind: "joined", end: "look_again" }, 1, 0.5)).toBe(1);
  });

  it("tries a page without a usable result twice", () => {
    expect(retryRenderAfter({ kind: "failed" }, 1, 0.5)).toBe(5);
    expect(retryRenderAfter({ kind: "failed" }, 2, 0.5)).toBeNull();
  });
});
