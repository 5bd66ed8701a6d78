import { listed } from "../shared/listed";
import { isPrivateUrl } from "../shared/hosts";
import { pageCheck } from "../shared/define";

export const linkToPrivateHost = pageCheck({
  id: "link_to_private_host",
  severity: "error",
  category: "Links",
  title: "Links point to a private network",
  rule: "A link to localhost, a private address (127/8, 10/8, 172.16/12, 192.168/16) or a .local name.",
  why: "No visitor and no crawler can open it.",
  fix: "Replace it with the public address.",
  on: "html",
  test: ({ links, parsedUrl }) => {
    if (isPrivateUrl(parsedUrl.href)) return null;
    const hits = links
      .filter((link) => link.kind === "external" && isPrivateUrl(link.url!))
      .map((link) => link.href!.slice(0, 200));
    return listed(hits, "links to private addresses", "public addresses");
  },
});
