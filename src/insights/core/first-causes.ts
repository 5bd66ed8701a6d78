import { sitePath } from "../../lib/hosts/page-paths";
import { DAY_MS } from "../../lib/time/time";
import type { FirstCause } from "./first";
import type { FirstFacts, FirstIssue } from "./first-facts";
import { sumOf, numberOf, EXAMPLES, percentOf } from "./first-words";
import type { WasteReason } from "./waste";

/** Points of Health that are worth a place. */
const LEAST_POINTS = 0.5;

/** The issues of the latest audit. */
export function issueCauses({ domain, audit }: FirstFacts): FirstCause[] {
  if (!audit) return [];
  return audit.issues.map((issue) => ({
    id: `issue:${issue.id}`,
    area: "issue",
    title: issue.title,
    gain: { visits: issue.visits, citations: 0, points: issue.gain },
    evidence: issueWords(issue),
    examples: issue.samplePaths.slice(0, EXAMPLES),
    todo: issue.fix ?? "Open the issue and fix its pages.",
    page: sitePath(domain, "audits/:runId/issues/:issueId", { runId: audit.runId, issueId: issue.id }),
    weight: issue.gain,
    strength: issue.gain / LEAST_POINTS,
  }));
}

function issueWords({ pages, visits, costsVisits }: FirstIssue): string {
  const where = pages === 0 ? "The whole site has it" : `${numberOf(pages, "page has", "pages have")} it`;
  if (visits === 0) return `${where}.`;
  const met = numberOf(visits, "crawler visit", "crawler visits");
  const spent = visits === 1 ? "was spent on it" : "were spent on it";
  return `${where}; ${met} in 30 days ${costsVisits ? spent : "met it"}.`;
}

interface WasteWords {
  title: string;
  todo: string;
  /** Share of all visits from which it is worth a place, in percent. */
  from: number;
  /** Issues of an audit that say the same. */
  issues: readonly string[];
  /** What is so of an address, in the words of evidence. */
  are: string;
}

/** Every site has some redirects and parameters; missing pages and errors serve nobody. */
const WASTE: Readonly<Record<WasteReason, WasteWords>> = {
  not_found: {
    title: "Crawlers ask for pages that are gone",
    todo: "Redirect each address that has moved to its new page, and let the others answer 410.",
    from: 1,
    issues: [],
    are: "answered 404 or 410 last",
  },
  error: {
    title: "Crawlers get errors",
    todo: "Repair what answers these addresses with errors.",
    from: 1,
    issues: ["http_5xx"],
    are: "answered with an error last",
  },
  redirect: {
    title: "Crawlers follow redirects",
    todo: "Link to the targets, in pages and sitemaps.",
    from: 5,
    issues: [],
    are: "answered with a redirect last",
  },
  noindex: {
    title: "Crawlers read pages that you keep out of search",
    todo: "Disallow these pages in robots.txt, or remove noindex.",
    from: 5,
    issues: [],
    are: "have noindex",
  },
  duplicate: {
    title: "Crawlers read the same content at several addresses",
    todo: "Redirect the copies to one address, or switch canonical redirects on.",
    from: 5,
    issues: ["duplicate_content", "near_duplicate_content"],
    are: "have the content of another",
  },
  parameters: {
    title: "Crawlers read addresses that differ only in their parameters",
    todo: "List these parameters among the ignored ones in the settings.",
    from: 5,
    issues: [],
    are: "are another one with parameters",
  },
};
const LEAST_WASTED = 20;

/** Visits that were wasted. Addresses that the latest audit got, or that the service answers as the owner wants, are left out. */
export function wasteCauses({ domain, waste, audit }: FirstFacts): FirstCause[] {
  return waste.reasons.flatMap(({ reason, paths, top, visits: all }): FirstCause[] => {
    const { title, todo, from, issues, are } = WASTE[reason];
    if (audit?.issues.some(({ id, gain }) => issues.includes(id) && gain >= LEAST_POINTS)) return [];
    const isOpen = ({ answersNow, routed }: (typeof top)[number]) => !answersNow && !routed;
    const open = top.filter(isOpen);
    const visits = all - sumOf(top, (each) => (isOpen(each) ? 0 : each.visits));
    const suggested = open.filter(({ suggestedRedirect }) => suggestedRedirect).length;
    const share = percentOf(visits, waste.totalVisits);
    const addresses = numberOf(paths - (top.length - open.length), "address", "addresses");
    return [
      {
        id: `waste:${reason}`,
        area: "waste",
        title,
        gain: { visits, citations: 0, points: null },
        evidence: `${numberOf(visits, "crawler visit", "crawler visits")} in 30 days to ${addresses} that ${are}, ${share}% of all.`,
        examples: open.slice(0, EXAMPLES).map(({ path }) => path),
        todo: suggested > 0 ? `${todo} The report has a suggestion for ${suggested}.` : todo,
        page: sitePath(domain, "crawlers/waste"),
        weight: share,
        strength: Math.min(visits / LEAST_WASTED, share / from),
      },
    ];
  });
}

const LEAST_FORBIDDEN = 10;
const RECENT_DAYS = 7;

/** Crawlers that say they obey robots.txt, and still do not. */
export function violationCauses({ domain, violations, waste, now }: FirstFacts): FirstCause[] {
  const recent = violations.filter(({ lastDate }) => Date.parse(lastDate) > now - (RECENT_DAYS + 1) * DAY_MS);
  return [...Map.groupBy(recent, ({ crawler }) => crawler)].map(([crawler, own]): FirstCause => {
    const visits = sumOf(own, (each) => each.visits);
    const { rule, lastDate } = own[0]!;
    const share = percentOf(visits, waste.totalVisits);
    return {
      id: `violation:${crawler}`,
      area: "violation",
      title: `${crawler} reads what robots.txt forbids`,
      gain: { visits, citations: 0, points: null },
      evidence: `${numberOf(visits, "verified visit", "verified visits")} in 30 days, the last on ${lastDate}; line ${rule.line} forbids most.`,
      examples: own.slice(0, EXAMPLES).map(({ path }) => path),
      todo: "Refuse it at your firewall, or allow the pages in robots.txt if it may read them.",
      page: sitePath(domain, "crawlers/waste"),
      weight: share / 2,
      strength: visits / LEAST_FORBIDDEN,
    };
  });
}

const MONTH = 30;
const KINDS: Readonly<Record<string, string>> = {
  "llm-training": "training",
  "llm-search": "AI search",
  "llm-user": "assistants' users",
};

/** Crawlers that came regularly and stopped. */
export function stoppedCauses({ domain, stopped, waste }: FirstFacts): FirstCause[] {
  return stopped.map(({ provider, kind, daysSilent, daysBefore, visitsPerDay }): FirstCause => {
    const visits = Math.round(visitsPerDay * MONTH);
    return {
      id: `stopped:${provider}:${kind}`,
      area: "stopped",
      title: `A crawler of ${provider} (${KINDS[kind] ?? kind}) has stopped coming`,
      gain: { visits, citations: 0, points: null },
      evidence: `No visit for ${numberOf(daysSilent, "day", "days")}; before, it came on ${daysBefore} of 28, ${visitsPerDay} times a day.`,
      examples: [],
      todo: "Look for what changed that day: robots.txt, a firewall, errors. Inspect a page as that crawler.",
      page: sitePath(domain, "crawlers"),
      weight: percentOf(visits, waste.totalVisits + visits),
      strength: visits / LEAST_FORBIDDEN,
    };
  });
}

const LEAST_TRIES = 2;
const LEAST_LOST = 5;

/** Pages whose renders yield nothing, so that crawlers get what the site itself serves. */
export function renderCauses({ domain, paused, visits: visitsOf, waste, citations }: FirstFacts): FirstCause[] {
  const pages = [
    ...new Map(paused.filter(({ tries }) => tries >= LEAST_TRIES).map((each) => [each.path, each])).values(),
  ];
  if (pages.length === 0) return [];
  const visits = sumOf(pages, ({ path }) => visitsOf.get(path) ?? 0);
  const cited = sumOf(pages, ({ path }) => citations.get(path) ?? 0);
  return [
    {
      id: "render:paused",
      area: "render",
      title: "Pages cannot be rendered",
      gain: { visits, citations: cited, points: null },
      evidence: `${numberOf(pages.length, "page", "pages")} yielded nothing ${LEAST_TRIES} times or more in a row; ${numberOf(visits, "crawler visit", "crawler visits")} in 30 days.`,
      examples: pages.slice(0, EXAMPLES).map(({ path }) => path),
      todo: "Open the renders of these pages and repair what keeps them from finishing.",
      page: sitePath(domain, "cache/renders"),
      weight: percentOf(visits, waste.totalVisits),
      strength: visits / LEAST_LOST,
    },
  ];
}
