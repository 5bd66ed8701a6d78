import { describe, expect, it } from "vitest";
import {
  judgeLease,
  newRun,
  redispatched,
  renewed,
  type RunConfig,
} from "../../../../../src/audit/model/run/run-state";

describe("the watchdog", () => {
  const run = newRun({ runId: "r", domainId: "d", pageLimit: 10 } as RunConfig, "t0", 0, null);
  it("waits until the lease expires, resumes three times without progress, then gives up", () => {
    expect(judgeLease(run, 44_999)).toBe("wait");
    let state = run;
    for (let i = 0; i < 3; i++) {
      expect(judgeLease(state, state.leaseUntil)).toBe("resume");
      state = redispatched(state, `t${i + 1}`, state.leaseUntil, true);
    }
    expect(judgeLease(state, state.leaseUntil)).toBe("give_up");
    expect(state.leaseUntil).toBeLessThanOrEqual(300_000);
  });

  it("resets the resumption count only on progress", () => {
    const resumed = redispatched(run, "t1", 0, true);
    expect(renewed(resumed, 5, false).resumptions).toBe(1);
    expect(renewed(resumed, 5, true).resumptions).toBe(0);
    expect(redispatched(run, "t1", 0, false).resumptions).toBe(0);
  });
});
