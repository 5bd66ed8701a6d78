import { describe, expect, it } from "vitest";
import { isOwnOrigin } from "../../../src/accounts/core/domains/origin-rules";
import {
  CLAIMABLE_AFTER_MS,
  isClaimable,
  proofAfter,
  type ProofState,
} from "../../../src/accounts/core/domains/ownership";
import { DAY_MS } from "../../../src/lib/time/time";

describe("an origin that needs no proof", () => {
  it.each([
    ["www.example.com", "https://origin.example.com", true],
    ["example.co.uk", "https://app.example.co.uk:443", true],
    ["www.example.com", "https://victim.com", false],
    ["a.co.uk", "https://b.co.uk", false],
    ["mine.github.io", "https://yours.github.io", false],
    ["mine.vercel.app", "https://mine.vercel.app", true],
    ["www.example.com", "https://203.0.113.9", false],
    ["www.example.com", "not a url", false],
    ["www.example.com", "http://127.0.0.1:9000", false],
  ])("domain %s, origin %s: %s", (domain, origin, own) => {
    expect(isOwnOrigin(domain, origin, false)).toBe(own);
  });

  it.each([
    ["www.example.com", "http://127.0.0.1:9000", true],
    ["127.0.0.1:8000", "http://localhost:9000", true],
    ["127.0.0.1:8000", "http://[::1]:9000", true],
    ["127.0.0.1:8000", "https://victim.com", false],
    ["127.0.0.1:8000", "https://8.8.8.8", false],
  ])("with private hosts allowed: domain %s, origin %s: %s", (domain, origin, own) => {
    expect(isOwnOrigin(domain, origin, true)).toBe(own);
  });
});

describe("the record of a proof", () => {
  /** One check per day, starting on day 0. */
  const after = (states: ProofState[]) =>
    states.reduce((record, state, day) => proofAfter(record, state, day * DAY_MS), {
      proofSeenAt: null,
      proofLostAt: null,
    } as ReturnType<typeof proofAfter>);

  it("is lost on the first day without the proof and found again when the proof is back", () => {
    expect(after(["seen", "gone", "gone"]).proofLostAt).toBe(DAY_MS);
    expect(after(["seen", "gone", "unclear"]).proofLostAt).toBe(DAY_MS);
    expect(after(["seen", "gone", "seen"]).proofLostAt).toBeNull();
  });

  it("survives a site that is down, but not forever", () => {
    const down = (days: number): ProofState[] => ["seen", ...Array<ProofState>(days).fill("unclear")];
    expect(after(down(13)).proofLostAt).toBeNull();
    expect(after(down(14)).proofLostAt).toBe(14 * DAY_MS);
    expect(proofAfter({ proofSeenAt: null, proofLostAt: null }, "unclear", DAY_MS).proofLostAt).toBeNull();
  });

  it("makes a domain claimable after 14 days, but never one that the operator vouches for", () => {
    const lost = { verificationMethod: "file", proofLostAt: 0 };
    expect(isClaimable(lost, CLAIMABLE_AFTER_MS - 1)).toBe(false);
    expect(isClaimable(lost, CLAIMABLE_AFTER_MS)).toBe(true);
    expect(isClaimable({ ...lost, proofLostAt: null }, CLAIMABLE_AFTER_MS)).toBe(false);
    expect(isClaimable({ ...lost, verificationMethod: "operator" }, CLAIMABLE_AFTER_MS)).toBe(false);
  });
});
