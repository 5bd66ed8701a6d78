import type { AnswersEnv } from "./answers-of";
import { shownAnswer } from "./shown-answer";
import { runsWithAnswers } from "./runs-with-answers";
import { listReports } from "./reports";

const RUNS = 200;
const REPORTS = 50;

/** A domain's runs with their answers and analyses, newest first, in pieces. */
export async function* exportedAnswers(env: AnswersEnv, domainId: string): AsyncGenerator<object[]> {
  for (let after: { createdAt: number; id: string } | undefined; ;) {
    const { runs, more } = await runsWithAnswers(env, { domainId }, { limit: RUNS, after });
    if (runs.length > 0) yield runs.map(exported);
    const last = runs.at(-1);
    if (!more || !last) return;
    after = last.run;
  }
}

function exported(read: Parameters<typeof shownAnswer>[0]): object {
  const { run, answer, analysis } = read;
  const columns = shownAnswer(read);
  return {
    id: run.id,
    prompt_id: run.promptId,
    provider: run.provider,
    slot: run.slot,
    date_utc: run.dateUtc,
    status: run.status,
    created_at: run.createdAt,
    deadline_at: run.deadlineAt,
    attempts: run.attempts,
    raw_response: columns.rawResponse,
    citations: answer && JSON.stringify(answer.citations),
    model: columns.model,
    request_id: answer?.requestId ?? null,
    stop: answer?.stop ?? null,
    searched: answer && (answer.searched ? 1 : 0),
    search: answer?.search ? JSON.stringify(answer.search) : null,
    answered_at: run.answeredAt,
    analysis_version: analysis?.version ?? null,
    analysis_attempts: run.analysisAttempts,
    analysis: analysis && JSON.stringify(analysis.analysis),
    mention_position: columns.mentionPosition,
    citation_count: columns.citationCount,
    own_citation_count: analysis?.analysis.ownCitations.length ?? 0,
    sentiment: columns.sentiment,
    analysis_text: columns.analysisText,
    competitor_mentions: columns.competitorMentions,
    citation_domains: columns.citationDomains,
    error_code: run.errorCode,
    finished_at: run.finishedAt,
  };
}

/** A domain's visibility reports, newest first, in pieces. */
export async function* exportedReports(
  env: Pick<AnswersEnv, "DOMAIN_ANSWERS">,
  domainId: string,
): AsyncGenerator<object[]> {
  for (let before: string | undefined; ;) {
    const rows = await listReports(env, domainId, { before }, REPORTS);
    // A day's reports are read together: the cursor is the day.
    const last = rows.at(-1)?.dateUtc;
    if (last === undefined) return;
    const whole = rows.filter(({ dateUtc }) => dateUtc > last);
    const ofLast = await listReports(env, domainId, { day: last }, REPORTS);
    yield [...whole, ...ofLast].map((row) => ({
      id: row.id,
      date_utc: row.dateUtc,
      report_type: row.reportType,
      week_start_utc: row.weekStartUtc,
      report_json: row.reportJson,
      report_markdown: row.reportMarkdown,
      created_at: row.createdAt,
    }));
    before = last;
  }
}
