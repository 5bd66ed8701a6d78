import { pageCheck } from "../define";

export const multipleMetaDescriptions = pageCheck({
  id: "multiple_meta_descriptions",
  severity: "warning",
  weight: 5,
  category: "Meta description",
  title: "The page has several meta descriptions",
  rule: "Two or more meta descriptions.",
  why: "Search engines pick one or none of them.",
  fix: "Keep one.",
  on: "html",
  test: ({ facts }) => {
    const all = facts!.descriptions;
    return all.length > 1
      ? {
          found: `${all.length} descriptions`,
          expected: "one description",
          count: all.length,
          samples: all.slice(0, 5),
        }
      : null;
  },
});
