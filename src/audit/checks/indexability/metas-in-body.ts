import { pageCheck } from "../shared/define";

export const metasInBody = pageCheck({
  id: "metas_in_body",
  severity: "warning",
  category: "Indexability",
  title: "Head tags are in the body",
  rule: "title, meta robots, canonical, hreflang or og tags outside head, as browsers read the page: text or another element begins the body.",
  why: "Search engines ignore most of them there.",
  fix: "Move them into head. Look for an element in head that closes it early.",
  on: "html",
  test: ({ facts }) => {
    const names = facts.headTagsInBody;
    return names.length > 0
      ? {
          found: `outside head: ${names.join(", ")}`,
          expected: "these tags inside head",
          count: names.length,
          samples: names,
        }
      : null;
  },
});
