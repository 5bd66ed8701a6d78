import { crossCheck } from "../shared/define";

export const redirectPermanent = crossCheck({
  id: "redirect_permanent",
  severity: "notice",
  category: "HTTP status and redirects",
  title: "The URL redirects permanently",
  rule: "301 or 308, one hop.",
  why: "Each link to it costs crawlers an extra request.",
  fix: "Link to the target directly.",
  test: ({ node }, graph) => {
    const permanent = node.status === 301 || node.status === 308;
    const { hops, loop } = graph.chainOf(node);
    return permanent && hops === 1 && !loop
      ? { found: `HTTP ${node.status}`, expected: "links to the redirect target" }
      : null;
  },
});
