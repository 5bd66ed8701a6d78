import { hash53 } from "../../../lib/crypto/hash";
import { crossCheck } from "../shared/define";

export const trailingSlashDuplicate = crossCheck({
  id: "trailing_slash_duplicate",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "The page answers with and without a trailing slash",
  rule: "Both URLs answer 200 with the same text, and neither names the other as its canonical.",
  why: "Search engines see two pages with the same text.",
  fix: "Redirect one URL to the other, or name one as canonical.",
  test: ({ node, path, textHash }, graph) => {
    if (!node.indexable || textHash === null || path === "/" || path.includes("?")) return null;
    const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    const twin = graph.get(hash53(graph.origin + other));
    return twin?.indexable && twin.textHash === textHash
      ? { found: `${other} answers with the same text`, expected: "one of the two URLs" }
      : null;
  },
});
