import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const multipleH1 = pageCheck({
  id: "multiple_h1",
  severity: "notice",
  category: "Headings and content",
  title: "The page has several main headings",
  rule: "Two or more h1 elements.",
  why: "The page's subject becomes less clear.",
  fix: "Keep one h1 and make the others h2.",
  on: "html",
  test: ({ facts }) => {
    const all = facts.headings.filter((heading) => heading.level === 1).map((heading) => heading.text);
    return all.length > 1 ? listed({ count: all.length, samples: all.slice(0, 5) }, "h1", "one h1") : null;
  },
});
