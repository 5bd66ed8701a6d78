import type { Detection } from "./detectors/define";
import type { ActionItem } from "./figures/schema";

type Place = "audits" | "visits" | "robots" | "page" | "runs" | "stats";

/** Why a finding matters, what to do, and where this service answers the next question. */
const ADVICE: Record<string, [why: string, todo: string, place: Place]> = {
  absent_prompt: [
    "Readers of these answers choose among others.",
    "Publish a page that answers this question, then check in the audit that crawlers can read it.",
    "audits",
  ],
  low_position: [
    "Readers rarely go beyond the first names.",
    "Read the answers to see what the names above are praised for, and say it on the page that answers the question.",
    "runs",
  ],
  phantom_strength: [
    "One mention among many answers reaches few readers.",
    "Look for prompts that name you rarely, and start with those.",
    "stats",
  ],
  dead_topic: [
    "The models connect others with this topic.",
    "Publish pages on the topic and see whether AI crawlers visit them.",
    "visits",
  ],
  yellow_topic: [
    "The topic is within reach: some answers name you already.",
    "Compare what the weak providers cite with what the others cite.",
    "runs",
  ],
  provider_gap: [
    "Users of this provider hardly hear of you.",
    "See whether its crawler visits your site and what it gets.",
    "visits",
  ],
  single_provider_save: [
    "A change in one provider's sources could end your visibility.",
    "See which crawlers of the other providers visit your site.",
    "visits",
  ],
  ghost_citation: [
    "Your pages inform the answer, but the reader does not learn your name.",
    "Name the brand in the title and the first sentences of the cited pages.",
    "page",
  ],
  mentioned_not_cited: [
    "Others tell your story, and readers are sent to their sites.",
    "Audit the pages that should be cited: crawlers must get their text without running scripts.",
    "audits",
  ],
  own_source_underweight: [
    "Answers follow their sources, and other sites weigh more than yours.",
    "Audit your pages and compare them with the sites that are cited more often.",
    "audits",
  ],
  anchor_url: [
    "The page is trusted, but mostly for one question.",
    "Extend the page, or link it to pages that answer related questions.",
    "page",
  ],
  competitor_cited_domain_gap: [
    "Answers that rely on this site recommend others.",
    "Ask to be included there, starting with the pages listed.",
    "runs",
  ],
  cited_page_has_errors: [
    "Models that read the page again may drop it.",
    "Repair the page, then purge its snapshot and audit it again.",
    "page",
  ],
  crawl_blocked: [
    "A page that is not crawled cannot be cited.",
    "Allow these crawlers in robots.txt, or keep them out on purpose.",
    "robots",
  ],
  rising: ["More readers hear of you.", "See which prompts gained, and do more of the same.", "stats"],
  decaying: [
    "Fewer readers hear of you.",
    "See which prompts lost, and whether the pages they cited still work.",
    "audits",
  ],
  new_competitor: [
    "Readers get another choice.",
    "Read these answers; track the name as a competitor if it is one.",
    "runs",
  ],
  negative_sentiment: [
    "Readers see criticism where they choose.",
    "Check whether what the quotes say is true, and answer it on your site.",
    "runs",
  ],
  thin_data: ["Chance dominates small numbers.", "Add prompts or providers, or wait for more runs.", "stats"],
};

function linkTo(place: Place, domain: string, { url, promptIds }: Detection): string {
  const of = `?domain=${encodeURIComponent(domain)}`;
  switch (place) {
    case "audits":
      return `/api/seo-spider/runs${of}`;
    case "visits":
      return `/api/analytics/bots/summary${of}`;
    case "robots":
      return `/api/analytics/violations${of}`;
    case "page":
      return `/api/analytics/page-insights?url=${encodeURIComponent(url ?? `https://${domain}/`)}`;
    case "runs":
      return `/api/ai-mentions/runs${of}${promptIds?.length === 1 ? `&promptId=${encodeURIComponent(promptIds[0]!)}` : ""}`;
    case "stats":
      return `/api/ai-mentions/prompt-stats${of}`;
  }
}

/** Where this service shows the pages behind each figure of the funnel. */
export function funnelLinks(domain: string) {
  const to = (place: Place) => linkTo(place, domain, {} as Detection);
  return { crawled: to("visits"), cited: to("stats"), audited: to("audits") };
}

/** The reason and the next step of a finding. `link` is a path of this service's API. */
export function adviceOn(finding: Detection, domain: string): Pick<ActionItem, "why" | "todo"> {
  const advice = ADVICE[finding.rule];
  if (!advice) return {};
  const [why, text, place] = advice;
  return { why, todo: { text, link: linkTo(place, domain, finding) } };
}
