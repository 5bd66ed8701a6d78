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

  it("resumes a run whose lease is from before the clock was set back", () => {
    const reported = renewed(run, 7_200_000, true);
    expect(judgeLease(reported, 7_199_000)).toBe("wait");
    expect(judgeLease(reported, 3_600_000)).toBe("resume");
  });

  it("resets the resumption count only on progress", () => {
    const resumed = redispatched(run, "t1", 0, true);
    expect(renewed(resumed, 5, false).resumptions).toBe(1);
    expect(renewed(resumed, 5, true).resumptions).toBe(0);
    expect(redispatched(run, "t1", 0, false).resumptions).toBe(0);
  });

  it("gives a job that reports 30 s from then on, and a new one 45 s after its wait", () => {
    const reported = renewed(run, 100_000, true);
    expect(judgeLease(reported, 129_999)).toBe("wait");
    expect(judgeLease(reported, 130_000)).toBe("resume");
    const rested = redispatched(reported, "t1", 200_000, false, 10_000);
    expect(judgeLease(rested, 254_999)).toBe("wait");
    expect(judgeLease(rested, 255_000)).toBe("resume");
  });
});
