import { expect, it } from "vitest";
import { operatorContact } from "../../../src/dashboard/server/operator-contact";

const SUBJECT = "More for a&b";
const QUERY = "?subject=More%20for%20a%26b";

it("who asks for more reaches the operator: at their URL, by mail, or not at all", () => {
  expect(operatorContact({ PLAN_CONTACT: "https://example.com/prices", EMAIL_FROM: "x@y.z" }, SUBJECT)).toBe(
    "https://example.com/prices",
  );
  expect(operatorContact({ PLAN_CONTACT: " sales@example.com " }, SUBJECT)).toBe(`mailto:sales@example.com${QUERY}`);
  expect(operatorContact({ EMAIL_FROM: "Crawlready <hello@example.com>" }, SUBJECT)).toBe(
    `mailto:hello@example.com${QUERY}`,
  );
  for (const PLAN_CONTACT of [undefined, "", "javascript:alert(1)", "nobody", "http://"])
    expect(operatorContact({ PLAN_CONTACT }, SUBJECT)).toBeNull();
});
