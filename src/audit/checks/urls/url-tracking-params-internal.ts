import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

const TRACKING = /[?&](?:utm_[a-z]+|gclid|fbclid|msclkid)=/i;

export const urlTrackingParamsInternal = pageCheck({
  id: "url_tracking_params_internal",
  severity: "warning",
  category: "URL hygiene",
  title: "Internal links carry tracking parameters",
  rule: "A link within the site with utm_*, gclid, fbclid or msclkid.",
  why: "Crawlers fetch the same page several times, and visits are credited to the wrong source.",
  fix: "Remove the parameters, and measure internal clicks with events.",
  on: "html",
  test: ({ links }) => {
    const hits = links
      .filter((link) => link.kind === "internal" && link.url!.includes("?") && TRACKING.test(link.url!))
      .map((link) => link.href!);
    return listed(hits, "links with tracking parameters", "links without tracking parameters");
  },
});
