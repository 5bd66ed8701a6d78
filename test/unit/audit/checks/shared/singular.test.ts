import { expect, it } from "vitest";
import { listed, singular } from "../../../../../src/audit/checks/shared/listed";

it.each([
  ["links with generic text", "link with generic text"],
  ["addresses on preview hosts", "address on preview hosts"],
  ["recommended properties are missing", "recommended property is missing"],
  ["ambiguous ids", "ambiguous id"],
  ["http: links", "http: link"],
  ["relative URLs", "relative URL"],
  ["alternates do not link back", "alternate does not link back"],
  ["alternates that are not indexable", "alternate that is not indexable"],
  ["alternates that redirect", "alternate that redirects"],
  ["ids occur more than once", "id occurs more than once"],
  ["of 6 internal links", "of 6 internal links"],
  ["h1", "h1"],
])("one of “%s”", (many, one) => expect(singular(many)).toBe(one));

it("finds one in the singular and two in the plural", () => {
  expect(listed(["a"], "broken links", "none")?.found).toBe("1 broken link");
  expect(listed(["a", "b"], "broken links", "none")?.found).toBe("2 broken links");
});
