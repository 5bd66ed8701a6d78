import { pageCheck } from "../define";

export const duplicateElementIds = pageCheck({
  id: "duplicate_element_ids",
  severity: "notice",
  weight: 0,
  category: "Document basics",
  title: "Ids are used twice",
  rule: "The same id on two or more elements.",
  why: "For information: links to the id reach only the first element.",
  fix: "Make ids unique.",
  on: "html",
  test: ({ facts }) => {
    const ids = facts!.duplicateIds;
    return ids.length > 0
      ? { found: `${ids.length} ids occur more than once`, expected: "unique ids", count: ids.length, samples: ids }
      : null;
  },
});
