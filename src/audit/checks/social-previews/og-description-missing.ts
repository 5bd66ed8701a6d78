import { pageCheck } from "../shared/define";

export const ogDescriptionMissing = pageCheck({
  id: "og_description_missing",
  severity: "notice",
  category: "Social preview",
  title: "The preview has no description",
  rule: "og:description is absent or empty while other og: tags exist.",
  why: "Shared links show only the title.",
  fix: "Add og:description.",
  on: "indexable",
  test: ({ facts }) => {
    const tags = facts.preview;
    const others = Object.keys(tags).some((name) => name.startsWith("og:") && name !== "og:description");
    return !tags["og:description"] && others
      ? { found: "no og:description", expected: "og:description with the other og: tags" }
      : null;
  },
});
