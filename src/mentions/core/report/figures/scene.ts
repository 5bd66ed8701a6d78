import { DAY_MS, startOfUtcDay, utcDay } from "../../../../lib/time/time";
import { registrableDomain } from "../../analysis/citations";
import { bareHost } from "../../analysis/names/terms";
import type { TrackedCompetitor } from "../../analysis/types";
import type { Provider } from "../../provider";
import { countedNames, siteFinder, siteOwners } from "../../statistics/competitors";
import type { AnswerFact } from "../../statistics/fact";
import { mainSurface, surfaceOf, type Surface } from "../../statistics/surface";
import { tallyOf, type AnswerTally } from "../../statistics/tally";
import type { ActionItem } from "./schema";

const WINDOW_DAYS = 7;
/** Days in the trend, including the window. */
const TREND_DAYS = 30;

export interface ReportWindow {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
  trendFrom: string;
}

/** The seven days ending on the day of `now`, and the seven days before. Days are `yyyy-mm-dd`, UTC. */
export function windowOf(now: number): ReportWindow {
  const today = startOfUtcDay(now);
  const day = (before: number) => utcDay(today - before * DAY_MS);
  return {
    from: day(WINDOW_DAYS - 1),
    to: day(0),
    previousFrom: day(2 * WINDOW_DAYS - 1),
    previousTo: day(WINDOW_DAYS),
    trendFrom: day(TREND_DAYS - 1),
  };
}

export interface ReportPrompt {
  id: string;
  text: string;
  intent: "info" | "trans" | "comm";
  tags: string[];
  /** The prompt's text names the brand. */
  branded: boolean;
}

/** The way of the site's pages from crawlers into answers, over the window. */
export interface Funnel {
  /** Pages that crawlers visited. */
  crawledPages: number;
  /** Pages that answers cite, and those of them that crawlers visited in the same days. */
  citedPages: number;
  citedAndCrawled: number;
  /** Cited addresses looked up in the latest audit, those that it saw, and those without a problem there. */
  checkedPages: number;
  auditedPages: number;
  soundPages: number;
  /** Whether the site was ever audited. */
  auditKnown?: boolean;
}

/** What audits and visits show about blocked AI crawlers. Empty lists if nothing is known. */
export interface CrawlFindings {
  /** Whether an audit shows it; true if omitted. */
  known?: boolean;
  /** AI crawlers that robots.txt blocks from the home page. */
  blockedAgents: string[];
  /** Cited pages of the monitored site that the latest audit found broken or not indexable. */
  brokenPages: Array<{ url: string; problem: string }>;
  /** How many of the site's pages got how far; absent if nobody counted. */
  funnel?: Funnel;
}

/** All data that a report is built from. */
export interface ReportInput {
  now: number;
  window: ReportWindow;
  domain: string;
  brand: { name: string; aliases: string[] };
  competitors: readonly TrackedCompetitor[];
  prompts: readonly ReportPrompt[];
  /** Analysed answers from `window.trendFrom` to `window.to`. */
  facts: readonly AnswerFact[];
  /** Runs of the window that ended without an answer. */
  errors: ReadonlyArray<{ provider: Provider; runs: number }>;
  /** Runs of the window that have not ended. */
  openRuns: number;
  models: ReadonlyArray<{ provider: Provider; model: string | null }>;
  crawl: CrawlFindings;
  /** Action items of the report before this one. */
  previousActions: readonly ActionItem[];
}

/** The input, indexed once for all parts of the report. */
export interface Scene extends ReportInput {
  /** The surface whose answers the scene has. */
  surface: Surface;
  /** The window's answers of the other surface, which only the list of providers has. */
  apart: AnswerFact[];
  current: AnswerFact[];
  previous: AnswerFact[];
  tally: AnswerTally;
  previousTally: AnswerTally;
  byPrompt: Map<string, AnswerFact[]>;
  byProvider: Map<Provider, AnswerFact[]>;
  counts: (name: string) => boolean;
  siteOf: (name: string) => string;
  /** Registrable domain of the monitored site. */
  ownDomain: string;
  /**
   * The monitored domain and those of competitors, tracked or found among the cited domains. They are never suggested
   * as citation opportunities.
   */
  partisan: ReadonlySet<string>;
}

/** The facts of these days, both inclusive. */
const between = (facts: readonly AnswerFact[], from: string, to: string): AnswerFact[] =>
  facts.filter(({ dateUtc }) => dateUtc >= from && dateUtc <= to);

export function sceneOf(input: ReportInput): Scene {
  const { window, facts } = input;
  // Sorted, so that the order of the rows does not change the report.
  const sorted = facts.toSorted((a, b) => a.createdAt - b.createdAt || (a.runId < b.runId ? -1 : 1));
  const inWindow = between(sorted, window.from, window.to);
  const surface = mainSurface(inWindow);
  const isOfSurface = ({ provider }: AnswerFact) => surfaceOf(provider) === surface;
  const ordered = sorted.filter(isOfSurface);
  const current = inWindow.filter(isOfSurface);
  const previous = between(ordered, window.previousFrom, window.previousTo);
  const counts = countedNames(ordered, input.competitors);
  const ownDomain = registrableDomain(bareHost(input.domain));
  const siteOf = siteFinder(ordered, input.competitors);
  const tally = tallyOf(current, counts);
  const isTheirs = siteOwners(ordered, input.competitors);
  const theirs = ordered.flatMap(({ cited }) => cited.map(([domain]) => domain)).filter(isTheirs);
  return {
    ...input,
    surface,
    apart: inWindow.filter((fact) => !isOfSurface(fact)),
    facts: ordered,
    current,
    previous,
    tally,
    previousTally: tallyOf(previous, counts),
    byPrompt: Map.groupBy(current, (fact) => fact.promptId),
    byProvider: Map.groupBy(current, (fact) => fact.provider),
    counts,
    siteOf,
    ownDomain,
    partisan: new Set([ownDomain, ...theirs]),
  };
}

/**
 * The scene without the prompts that name the brand: an answer to "Is Acme any good?" names Acme, which says nothing
 * about how people find it. The scene itself if nothing would be left, or nothing left out.
 */
export function unbrandedScene(scene: Scene): Scene {
  const branded = new Set(scene.prompts.flatMap(({ id, branded: is }) => (is ? [id] : [])));
  const without = (facts: AnswerFact[]) => facts.filter(({ promptId }) => !branded.has(promptId));
  const current = without(scene.current);
  if (current.length === 0 || current.length === scene.current.length) return scene;
  const previous = without(scene.previous);
  return {
    ...scene,
    prompts: scene.prompts.filter(({ branded: is }) => !is),
    facts: without([...scene.facts]),
    apart: without(scene.apart),
    current,
    previous,
    tally: tallyOf(current, scene.counts),
    previousTally: tallyOf(previous, scene.counts),
    byPrompt: Map.groupBy(current, (fact) => fact.promptId),
    byProvider: Map.groupBy(current, (fact) => fact.provider),
  };
}

/** Share of answers that name the brand, in percent, unrounded; 0 without answers. */
export function visibilityOf(facts: readonly AnswerFact[]): number {
  return facts.length === 0 ? 0 : (100 * facts.filter(({ position }) => position > 0).length) / facts.length;
}

/** The competitors of an answer that count. */
export function namedIn(scene: Scene, fact: AnswerFact): string[] {
  return fact.competitors.map(([name]) => name).filter(scene.counts);
}
