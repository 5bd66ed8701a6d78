import { sitePath } from "../../lib/hosts/page-paths";
import { DAY_MS, utcDay } from "../../lib/time/time";
import type { FirstCause } from "./first";
import { questionId } from "./first-done";
import type { FirstFacts } from "./first-facts";
import { sumOf, numberOf, EXAMPLES, percentOf } from "./first-words";

/** A crawler is late after a week, or after twice the days that it usually takes. */
const LATE_DAYS = 7;
const TIMES_MEDIAN = 2;
/** What an old version of a page costs, of what the page is worth. */
const STALE = 0.25;
const LEAST_READS = 5;

interface Worth {
  visits: number;
  citations: number;
}

/** What pages are worth: percent of all visits and of all citations. */
function worthOf({ waste, citations }: FirstFacts, { visits, citations: cited }: Worth): number {
  return (
    percentOf(visits, waste.totalVisits) +
    percentOf(
      cited,
      sumOf(citations.values(), (count) => count),
    )
  );
}

const strengthOf = ({ visits, citations }: Worth) => (visits + citations) / LEAST_READS;

/** Pages that changed and that crawlers should have read again by now. */
export function unseenCauses(facts: FirstFacts): FirstCause[] {
  const pages = new Map<string, Worth>();
  const crawlers = new Set<string>();
  for (const { crawler, medianDays, pages: own } of facts.unseen) {
    const late = Math.max(LATE_DAYS, Math.ceil(TIMES_MEDIAN * (medianDays ?? 0)));
    for (const { path, reason, change, visits, citations } of own) {
      if (reason !== "changed" || !change || Date.parse(change.to) > facts.now - (late + 1) * DAY_MS) continue;
      pages.set(path, { visits, citations });
      crawlers.add(crawler);
    }
  }
  if (pages.size === 0) return [];
  const worth = {
    visits: sumOf(pages.values(), (p) => p.visits),
    citations: sumOf(pages.values(), (p) => p.citations),
  };
  const names = [...crawlers].sort().slice(0, EXAMPLES).join(", ");
  const more = crawlers.size > EXAMPLES ? ` and ${crawlers.size - EXAMPLES} more` : "";
  const ranked = [...pages].sort(
    ([a, p], [b, q]) => q.visits + q.citations - p.visits - p.citations || (a < b ? -1 : 1),
  );
  return [
    {
      id: "unseen:changed",
      area: "unseen",
      title: "Crawlers still know old versions of pages",
      gain: { ...worth, points: null },
      evidence: `${numberOf(pages.size, "page", "pages")} changed more than ${LATE_DAYS} days ago. Not read since then by ${names}${more}.`,
      examples: ranked.slice(0, EXAMPLES).map(([path]) => path),
      todo: "Renew and submit these pages.",
      page: sitePath(facts.domain, "crawlers/unseen"),
      weight: worthOf(facts, worth) * STALE,
      strength: strengthOf(worth),
    },
  ];
}

/** Whether verified crawlers are counted at all. Otherwise nobody can say what they have not read. */
const hasReaders = ({ unseen }: FirstFacts) => unseen.length > 0;

/** Fixes that no crawler has read, although it had a week. What is among the unseen pages is told there. */
export function fixCauses(facts: FirstFacts): FirstCause[] {
  if (!hasReaders(facts)) return [];
  const told = new Set(
    facts.unseen.flatMap(({ pages }) => pages.flatMap(({ path, reason }) => (reason === "changed" ? [path] : []))),
  );
  return facts.fixes.flatMap(({ issueId, title, fixed, renewed, reason, paths }): FirstCause[] => {
    const since = Math.max(fixed.to, renewed?.last ?? 0);
    if (!fixed.isDated || reason !== "not_fetched" || since > facts.now - LATE_DAYS * DAY_MS) return [];
    const waiting = paths
      .filter(({ path, fetched }) => fetched.length === 0 && !told.has(path))
      .map(({ path }) => path);
    if (waiting.length === 0) return [];
    const worth = {
      visits: sumOf(waiting, (path) => facts.visits.get(path) ?? 0),
      citations: sumOf(waiting, (path) => facts.citations.get(path) ?? 0),
    };
    return [
      {
        id: `fix:${issueId}`,
        area: "fix",
        title: "A fix waits for crawlers",
        gain: { ...worth, points: null },
        evidence: `Fixed on ${numberOf(waiting.length, "page", "pages")} by ${utcDay(since)}: “${title}”. No verified crawler has read ${waiting.length === 1 ? "it" : "them"} since.`,
        examples: waiting.slice(0, EXAMPLES),
        todo: "Renew and submit these pages.",
        page: sitePath(facts.domain, "crawlers/fixes"),
        weight: worthOf(facts, worth) * STALE,
        strength: strengthOf(worth),
      },
    ];
  });
}

const LEAST_RUNS = 3;
/** A page that answers a search wins part of its answers. */
const WINS = 0.5;

/** Searches of assistants that no page speaks of. */
export function questionCauses({ domain, questions }: FirstFacts): FirstCause[] {
  if (questions.pages === 0) return [];
  return questions.questions
    .filter(({ covers }) => covers === "none")
    .map(({ query, runs }): FirstCause => ({
      id: questionId(query),
      area: "question",
      title: "Assistants search for something that none of your pages covers",
      gain: { visits: 0, citations: runs, points: null },
      evidence: `Assistants searched for it for ${numberOf(runs, "answer", "answers")} in 30 days, and ${runs === 1 ? "it does not cite" : "none of them cites"} you.`,
      examples: [query.slice(0, 300)],
      todo: "Write a page that answers it, and say it in its title.",
      page: sitePath(domain, "mentions/questions"),
      weight: percentOf(runs, questions.runs) * WINS,
      strength: runs / LEAST_RUNS,
    }));
}

/** Pages that speak of a search and that no verified crawler has read. */
export function unreadCauses(facts: FirstFacts): FirstCause[] {
  const { domain, questions } = facts;
  const { unread } = questions;
  if (unread.length === 0 || !hasReaders(facts)) return [];
  const runs = sumOf(unread, (each) => each.runs);
  const oldest = unread.map(({ knownSince }) => knownSince).sort()[0]!;
  return [
    {
      id: "unread:pages",
      area: "unread",
      title: "Pages that answer assistants' searches are unread",
      gain: { visits: 0, citations: runs, points: null },
      evidence: `${numberOf(unread.length, "page speaks", "pages speak")} of searches of ${numberOf(runs, "answer", "answers")}; no verified crawler has read them, though they are there for a week or longer, the oldest since ${oldest}.`,
      examples: unread.slice(0, EXAMPLES).map(({ path }) => path),
      todo: "Link to these pages from pages that crawlers read, and renew and submit them.",
      page: sitePath(domain, "mentions/questions"),
      weight: percentOf(runs, questions.runs) * WINS,
      strength: runs / LEAST_RUNS,
    },
  ];
}
