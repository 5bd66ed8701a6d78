import { expect, it } from "vitest";
import { CredentialMemory, UNKNOWN_PER_MINUTE } from "../../../src/accounts/core/credential-memory";

const NOW = 1_000_000;
/** Simulates an isolate that receives credentials. Returns whether each one was looked up. */
function isolate(live: ReadonlySet<string>) {
  const memory = new CredentialMemory();
  return (hash: string, address: string, now = NOW) => {
    const judged = memory.judge(hash, address, now);
    const { verdict } = judged;
    if (judged.verdict === "look_up")
      memory.note(hash, address, { live: live.has(hash), counted: judged.counted }, now);
    return verdict;
  };
}

it("each address gets its own limit of unknown credentials per minute", () => {
  const show = isolate(new Set());
  const verdicts = Array.from({ length: 1_000 }, (_, i) => show(`bad${i}`, "a"));
  expect(verdicts.filter((verdict) => verdict === "look_up")).toHaveLength(UNKNOWN_PER_MINUTE);
  expect(verdicts.at(-1)).toBe("limited");
  expect(show("bad", "b")).toBe("look_up");
  expect(show("bad-later", "a", NOW + 60_000)).toBe("look_up");
});

it("parallel requests gain nothing", () => {
  const memory = new CredentialMemory();
  const verdicts = Array.from({ length: 1_000 }, (_, i) => memory.judge(`bad${i}`, "a", NOW).verdict);
  expect(verdicts.filter((verdict) => verdict === "look_up")).toHaveLength(UNKNOWN_PER_MINUTE);
});

it("the same unknown credential is looked up once per minute and counts once", () => {
  const show = isolate(new Set());
  const verdicts = Array.from({ length: 1_000 }, () => show("bad", "a"));
  expect(verdicts.filter((verdict) => verdict === "look_up")).toHaveLength(1);
  expect(show("another", "a")).toBe("look_up");
  expect(show("bad", "a", NOW + 60_001)).toBe("look_up");
});

it("other clients of the address never block a valid credential, and it uses up no limit", () => {
  const show = isolate(new Set(["good", "new"]));
  for (let i = 0; i < 10 * UNKNOWN_PER_MINUTE; i++) expect(show("good", "a")).toBe("look_up");
  for (let i = 0; i < 10 * UNKNOWN_PER_MINUTE; i++) show(`bad${i}`, "a");
  expect(show("good", "a")).toBe("look_up");
  expect(show("new", "b")).toBe("look_up");
});

it("a revoked credential no longer counts as valid", () => {
  const live = new Set(["key"]);
  const show = isolate(live);
  expect(show("key", "a")).toBe("look_up");
  live.delete("key");
  expect(show("key", "a")).toBe("look_up");
  expect(show("key", "a")).toBe("unknown");
});

it("forty parallel requests with a valid key use up nothing of the address's limit", () => {
  const memory = new CredentialMemory();
  const judged = Array.from({ length: 40 }, () => memory.judge("good", "a", NOW));
  for (const each of judged)
    if (each.verdict === "look_up") memory.note("good", "a", { live: true, counted: each.counted }, NOW);
  const verdicts = Array.from({ length: UNKNOWN_PER_MINUTE }, (_, i) => memory.judge(`bad${i}`, "a", NOW).verdict);
  expect(new Set(verdicts)).toEqual(new Set(["look_up"]));
});
