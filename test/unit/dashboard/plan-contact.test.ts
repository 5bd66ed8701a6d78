import { expect, it } from "vitest";
import { planContact } from "../../../src/dashboard/pages/account/plan-contact";

const account = { id: "a&b", plan: "free" };
const SUBJECT = "?subject=More%20for%20account%20a%26b%20(plan%3A%20free)";

it("who asks for more reaches the operator: at their URL, by mail, or not at all", () => {
  expect(planContact({ PLAN_CONTACT: "https://example.com/prices", EMAIL_FROM: "x@y.z" }, account)).toBe(
    "https://example.com/prices",
  );
  expect(planContact({ PLAN_CONTACT: " sales@example.com " }, account)).toBe(`mailto:sales@example.com${SUBJECT}`);
  expect(planContact({ EMAIL_FROM: "Crawlready <hello@example.com>" }, account)).toBe(
    `mailto:hello@example.com${SUBJECT}`,
  );
  for (const PLAN_CONTACT of [undefined, "", "javascript:alert(1)", "nobody", "http://"])
    expect(planContact({ PLAN_CONTACT }, account)).toBeNull();
});
