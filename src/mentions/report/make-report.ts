import type { DomainRow } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { announceEvents, recordEvents } from "../../events";
import { crawlFindings } from "./crawl-findings";
import { brandsOf } from "../core/analysis/names/terms";
import { findHits } from "../core/analysis/names/find";
import { readProse } from "../core/analysis/names/prose";
import { buildReport } from "../core/report/build-report";
import { fillEvidence, runsToQuote } from "../core/report/fill-evidence";
import { readReport } from "../core/report/read-report";
import { hasDropped, reportEvents } from "../core/report/report-events";
import { windowOf, type ReportPrompt, type ReportWindow } from "../core/report/figures/scene";
import type { ActionItem, ReportV3 } from "../core/report/figures/schema";
import type { AnswerFact } from "../core/statistics/fact";
import { listPromptsOf, type PromptRow } from "../repo/prompts";
import { answersToQuote, modelsOf } from "../answers/quoted-answers";
import { listFacts } from "../answers/counted-facts";
import { findReport, saveReport, type ReportRow } from "../answers/reports";
import { countFailedRuns, countOpenRuns } from "../repo/reports";
import { rewordSummary } from "./reword-summary";
import { subjectOf } from "../analyse/subject";

/** Makes and stores the report of the seven days ending at `now`. Returns false if they contain no answers. */
export async function makeReport(env: Bindings, domain: DomainRow, now: number): Promise<boolean> {
  const db = openDb(env.DB);
  const window = windowOf(now);
  const facts = await listFacts(env, domain.id, window.trendFrom, window.to);
  if (!facts.some(({ dateUtc }) => dateUtc >= window.from)) return false;
  const report = await reportOf(env, domain, window, facts, now);
  const today = await findReport(env, domain.id, { day: window.to, type: "auto" });
  const id = today?.id ?? crypto.randomUUID();
  const row: ReportRow = {
    id,
    dateUtc: window.to,
    reportType: "auto",
    weekStartUtc: window.from,
    reportJson: JSON.stringify(report),
    reportMarkdown: "",
    createdAt: now,
  };
  const before = await reportBefore(env, domain.id, window.to);
  const known = before && readReport(before);
  const wasDropped = known?.format === "v3" && hasDropped(known.report.stats);
  await saveReport(env, domain.id, row);
  // The caller repeats this if it dies here.
  await recordEvents(db, reportEvents(domain, { reportId: id, day: window.to, now }, report.stats, wasDropped));
  await announceEvents(env);
  return true;
}

async function reportOf(
  env: Bindings,
  domain: DomainRow,
  window: ReportWindow,
  facts: AnswerFact[],
  now: number,
): Promise<ReportV3> {
  const db = openDb(env.DB);
  const inWindow = facts.filter(({ dateUtc }) => dateUtc >= window.from);
  const [prompts, errors, openRuns, models, previousActions, crawl] = await Promise.all([
    listPromptsOf(db, domain.id),
    countFailedRuns(db, domain.id, window),
    countOpenRuns(db, domain.id, window),
    modelsOf(env, domain.id, newestRuns(inWindow)),
    actionsBefore(env, domain.id, window.to),
    crawlFindings(env, domain, mostCited(inWindow), window),
  ]);
  const subject = subjectOf(domain);
  const report = buildReport({
    now,
    window,
    domain: domain.domain,
    brand: { name: subject.brandName, aliases: [...subject.aliases] },
    competitors: subject.competitors,
    prompts: prompts.map((row) => reportPrompt(row, brandsOf({ ...subject, competitors: [] }))),
    facts,
    errors,
    openRuns,
    models,
    crawl,
    previousActions,
  });
  const citing = (name: string) =>
    inWindow.filter(({ cited }) => cited.some(([each]) => each === name)).map(({ runId }) => runId);
  const filled = fillEvidence(
    report,
    await answersToQuote(env, domain.id, factsOf(facts, runsToQuote(report, citing))),
  );
  return { ...filled, quickSummary: await rewordSummary(env, domain, filled.quickSummary, now) };
}

function reportPrompt(row: PromptRow, own: ReturnType<typeof brandsOf>): ReportPrompt {
  const { id, promptText, intent } = row;
  const tags = row.tags === "" ? [] : row.tags.split(",");
  return { id, text: promptText, intent, tags, branded: findHits(readProse(promptText, []), own).length > 0 };
}

/** The newest answer of each provider. */
function newestRuns(facts: readonly AnswerFact[]): AnswerFact[] {
  const newest = new Map<string, AnswerFact>();
  for (const fact of facts)
    if (fact.createdAt >= (newest.get(fact.provider)?.createdAt ?? 0)) newest.set(fact.provider, fact);
  return [...newest.values()];
}

function factsOf(facts: readonly AnswerFact[], runIds: readonly string[]): AnswerFact[] {
  const ids = new Set(runIds);
  return facts.filter(({ runId }) => ids.has(runId));
}

/** The pages of the monitored site that answers cite, most cited first. */
function mostCited(facts: readonly AnswerFact[]): string[] {
  const answers = new Map<string, number>();
  for (const { ownUrls } of facts) for (const url of ownUrls) answers.set(url, (answers.get(url) ?? 0) + 1);
  return Array.from(answers)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([url]) => url);
}

/** The newest `auto` report of an earlier day. */
const reportBefore = (env: Bindings, domainId: string, day: string) =>
  findReport(env, domainId, { before: day, type: "auto" });

async function actionsBefore(env: Bindings, domainId: string, dateUtc: string): Promise<ActionItem[]> {
  const row = await reportBefore(env, domainId, dateUtc);
  const before = row && readReport(row);
  return before?.format === "v3" ? before.report.actionItems : [];
}
