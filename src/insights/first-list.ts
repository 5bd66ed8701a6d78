import type { DomainRow } from "../accounts";
import { dailyVisits, robotsViolations, stoppedCrawlers, visitedPaths, watchedDays, windowOfDays } from "../analytics";
import { checkTitle, latestView, rankedIssues, sawTheSame } from "../audit";
import type { Bindings } from "../env";
import { AI_PROVIDERS } from "../lib/ai-providers";
import { HOUR_MS, isWithin, utcDay } from "../lib/time/time";
import { pausedPages } from "../prerender";
import { readQuestions } from "./asked-questions";
import { citationsByPath, citationsOfPages } from "./sources/cited-pages";
import type { FirstFacts, WrongFact } from "./core/first-facts";
import { firstReport } from "./core/first-report";
import { crawlWaste } from "./crawl-waste";
import { keepFirst, keptFirst, type KeptFirst } from "./first-bucket";
import { factsReport } from "./facts/facts-report";
import { fixReport } from "./fix-report";
import { readUnseen } from "./unseen-pages";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX">;
type Site = Pick<
  DomainRow,
  | "id"
  | "domain"
  | "brandName"
  | "brandAliases"
  | "ignoredParameters"
  | "renderRules"
  | "crawlRouter"
  | "canonicalRedirects"
>;

const WINDOW_DAYS = 30;
const FIX_DAYS = 60;
/** Silences of crawlers that are told. */
const TOLD_DAYS = 60;
const CAME_DAYS = 3;
const LISTED = 100;
const QUESTIONS = 500;
const FOLLOWED = 200;

/**
 * What to do first, over all areas. A list is made at most once an hour, or when an audit has finished since, and from the list before:
 * so it stays as it is while little changes.
 */
export async function firstList(env: Env, site: Site, now: number): Promise<KeptFirst> {
  const [before, latest] = await Promise.all([keptFirst(env, site.id), latestView(env, site.id)]);
  const { runId, view } = latest ?? { runId: null, view: null };
  if (before && before.runId === runId && isWithin(before.madeAt, HOUR_MS, now)) return before;
  const { facts, came } = await readFacts(env, site, now);
  const sameView = before === null || sawTheSame(before.view, view);
  const list = { ...firstReport(facts, before, { day: utcDay(now), came, sameView }), madeAt: now, runId, view };
  await keepFirst(env, site.id, list);
  return list;
}

async function readFacts(env: Env, site: Site, now: number): Promise<{ facts: FirstFacts; came: Set<string> }> {
  const { id, domain } = site;
  const window = windowOfDays(now, WINDOW_DAYS);
  const paths = await visitedPaths(env, id, window);
  const [audit, waste, cited, unseen, asked, robots, daily, fixes, paused, told] = await Promise.all([
    rankedIssues(env, id),
    crawlWaste(env, site, window, { now, paths }),
    citationsOfPages(env, { id, domain }, window),
    readUnseen(env, { id, domain }, window, { limit: LISTED, now }),
    readQuestions(env, site, window, { limit: QUESTIONS, now }),
    robotsViolations(env, id, window),
    dailyVisits(env, id, watchedDays(TOLD_DAYS), now),
    fixReport(env, { id, domain }, windowOfDays(now, FIX_DAYS), { limit: FOLLOWED, now }),
    pausedPages(env, id, now),
    factsReport(env, site, window, { limit: LISTED }),
  ]);
  const { report: questions, readPages } = asked;
  const runs = questions.questions.reduce((sum, question) => sum + question.runs, 0);
  const facts: FirstFacts = {
    domain,
    now,
    audit,
    waste,
    visits: new Map(paths.map(({ path, count }) => [path, count])),
    citations: citationsByPath(cited),
    unseen: unseen.report.crawlers,
    changed: unseen.changed,
    questions: { questions: questions.questions, unread: questions.unread, readPages, runs, pages: questions.pages },
    violations: robots.violations,
    stopped: stoppedCrawlers(daily.rows, daily.today, TOLD_DAYS),
    wrong: {
      facts: told.facts.flatMap(wrongFact),
      answers: told.answers,
      paths: new Set(told.watched.flatMap(({ path, versions }) => (versions ? [path] : []))),
    },
    fixes: fixes.fixes.map((fix) => Object.assign({ title: checkTitle(fix.issueId) }, fix)),
    paused,
  };
  const latest = daily.rows.filter(
    ({ day, spoofed, visits }) => !spoofed && visits > 0 && day > daily.today - CAME_DAYS,
  );
  return { facts, came: new Set(latest.map(({ provider, kind }) => `${provider}:${kind}`)) };
}

type ToldFact = Awaited<ReturnType<typeof factsReport>>["facts"][number];

/** A fact that is known to be wrong: a page of ours says otherwise now. */
function wrongFact({ outcome, answers, providers, now, said }: ToldFact): WrongFact[] {
  if (outcome === "matches" || outcome === "was_right" || outcome === "unknown" || !now) return [];
  const assistants = providers.map((provider) => AI_PROVIDERS[provider].label);
  return [{ outcome, answers, assistants, path: now.path, until: said?.to ?? null }];
}
