import { pageCheck } from "../shared/define";

export const viewportNoWidth = pageCheck({
  id: "viewport_no_width",
  severity: "notice",
  category: "Document basics",
  title: "The viewport does not fit the screen",
  rule: "A viewport with neither width=device-width nor initial-scale.",
  why: "Phones show the page too small to read.",
  fix: "Use width=device-width, initial-scale=1.",
  on: "html",
  test: ({ facts }) => {
    const viewport = facts.viewport;
    return viewport !== null && !/width\s*=\s*device-width|initial-scale\s*=/i.test(viewport)
      ? { found: viewport.slice(0, 200) || "(empty)", expected: "width=device-width, initial-scale=1" }
      : null;
  },
});
