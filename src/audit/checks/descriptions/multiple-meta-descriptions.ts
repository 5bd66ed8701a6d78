import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const multipleMetaDescriptions = pageCheck({
  id: "multiple_meta_descriptions",
  severity: "warning",
  category: "Meta description",
  title: "The page has several meta descriptions",
  rule: "Two or more meta descriptions.",
  why: "Search engines pick one or none of them.",
  fix: "Keep one.",
  on: "html",
  test: ({ facts }) => {
    const all = facts.descriptions;
    return all.length > 1
      ? listed({ count: all.length, samples: all.slice(0, 5) }, "descriptions", "one description")
      : null;
  },
});
