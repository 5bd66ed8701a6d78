import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

const SCRIPT = /^(?:javascript|file):/i;

export const uncrawlableLink = pageCheck({
  id: "uncrawlable_link",
  severity: "warning",
  category: "Links",
  title: "Crawlers can't follow the links",
  rule: "An anchor with onclick and no href, or an href that is javascript: or file:.",
  why: "Crawlers follow only an href with a real address.",
  fix: "Put the target's address into href.",
  on: "html",
  test: ({ links }) => {
    const hits = links
      .filter((link) => link.href === null || SCRIPT.test(link.href))
      .map((link) => link.href?.slice(0, 200) ?? `(no href) ${link.text}`);
    return listed(hits, "links that crawlers can't follow", "an href with a real address");
  },
});
