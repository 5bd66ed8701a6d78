import { describe, expect, it } from "vitest";
import { nameWarnings } from "../../../src/accounts/core/domains/name-warnings";
import { refuseSpending } from "../../../src/accounts/core/spending";
import { suspensionOf } from "../../../src/accounts/core/suspension";

describe("money is spent on a domain", () => {
  const facts = { domain: "e.example", verified: true, suspended: false, emailProven: true };

  it("if it is verified, its owner's email is proven and the account is not suspended", () => {
    expect(refuseSpending(facts)).toBeNull();
    expect(refuseSpending({ ...facts, verified: false })).toMatchObject({
      code: "domain_unverified",
      message: expect.stringContaining("e.example"),
    });
    expect(refuseSpending({ ...facts, emailProven: false })?.code).toBe("email_unproven");
    expect(refuseSpending({ ...facts, suspended: true })?.code).toBe("account_suspended");
  });

  it("and what the owner can't mend is said first", () => {
    const nothing = { ...facts, verified: false, emailProven: false };
    expect(refuseSpending({ ...nothing, suspended: true })?.code).toBe("account_suspended");
    expect(refuseSpending(nothing)?.code).toBe("email_unproven");
  });
});

it("a suspended account is told so, with the operator's reason if there is one", () => {
  expect(suspensionOf({ suspendedAt: null, suspendedReason: "old" })).toBeNull();
  expect(suspensionOf({ suspendedAt: 0, suspendedReason: "spam" })).toContain("suspended this account: spam.");
  expect(suspensionOf({ suspendedAt: 0, suspendedReason: null })).toContain("suspended this account.");
});

it("names that are everyday words are warned of, with what would help", () => {
  const none = { domain: "e.example", brandName: "Zyxelqua", category: null, competitors: null };
  expect(nameWarnings(none)).toEqual([]);
  expect(nameWarnings({ ...none, brandName: null, domain: "zyxelqua.example" })).toEqual([]);
  const [warning, ...more] = nameWarnings({ ...none, brandName: "Apple" });
  expect([warning, more]).toEqual([expect.stringMatching(/^"Apple" .* set category and excludePhrases/), []]);
  const helped = nameWarnings({ ...none, brandName: "Apple", category: "phones" });
  expect(helped).toEqual([expect.not.stringContaining("set category")]);
  const competitors = [{ name: "Apple" }, { name: "Zyxelquo" }, { name: "Orange", category: "phones" }];
  expect(nameWarnings({ ...none, competitors })).toEqual([
    expect.stringMatching(/^"Apple" .* set category/),
    expect.stringMatching(/^"Orange" .* excludePhrases can name/),
  ]);
  for (const brandName of ["Škoda", "Skoda", "Tesla", "Boots"])
    expect(nameWarnings({ ...none, brandName })).toHaveLength(1);
});

it("names that stand for two are warned of", () => {
  const competitors = ["Rival", "rival ", "RIVAL", "Zyxelqua"].map((name) => ({ name }));
  expect(nameWarnings({ domain: "a.test", brandName: "zyxelqua", category: null, competitors })).toEqual([
    'The competitor "rival " is on the list twice.',
    'The competitor "RIVAL" is on the list twice.',
    'The competitor "Zyxelqua" has the name of your own brand.',
  ]);
});
