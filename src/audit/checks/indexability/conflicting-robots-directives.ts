import { pageCheck } from "../shared/define";

export const conflictingRobotsDirectives = pageCheck({
  id: "conflicting_robots_directives",
  severity: "warning",
  category: "Indexability",
  title: "Robots directives contradict each other",
  rule: "index with noindex, or follow with nofollow, across meta tags and header.",
  why: "The most restrictive one wins, which is rarely intended.",
  fix: "Keep one directive, in one place.",
  on: "html",
  test: ({ directives }) =>
    directives.conflicting ? { found: directives.sources.join("; "), expected: "one consistent directive" } : null,
});
