import { renderedCheck } from "../shared/define";

export const renderTimeout = renderedCheck({
  id: "render_timeout",
  severity: "error",
  category: "JavaScript dependence",
  title: "The page is not ready in time",
  rule: "Neither window.prerenderReady nor a quiet network within the time that an audit allows for rendering (8 seconds).",
  why: "Rendering crawlers take the page as it is at that point, possibly half empty.",
  fix: "Find the request that never ends, or set window.prerenderReady when the page is done.",
  test: ({ render: { ready, pending } }) => {
    // A page that has settled is taken even if one of its requests has not ended.
    const open = /^a (?:request|script)[^,]*/.exec(pending ?? "")?.[0] ?? null;
    if (ready !== "deadline" && open === null) return null;
    const found = open === null ? "still loading at the time limit" : `${open} that does not end`;
    return { found, expected: "a quiet network, or window.prerenderReady" };
  },
});
