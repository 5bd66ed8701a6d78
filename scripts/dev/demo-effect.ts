import { randomUUID } from "node:crypto";
import { GUIDE_PATHS, REWRITTEN_PATHS } from "../../demo/guides.ts";
import { DAY_MS, utcDay } from "../../src/lib/time/time.ts";
import { inObjects } from "./demo-state.ts";

/** Days before now: the audit that found the short guides, when they were written anew, the audit after, and when crawlers came. */
export const FIX = { before: 84, rewritten: 78, after: 77, fetched: 76 } as const;
/** The days of answers: two windows of 28 days before the fix, and one after crawlers read it. */
const ANSWERED = { first: FIX.before + 56, last: FIX.fetched - 29, every: 4 } as const;
/** Answers of each of these days. */
export const ANSWERS = 12;

/** Whether an answer cites a guide: each guide as often as any other, and the new ones thrice as often since crawlers read them. */
function cites(guide: number, answer: number, daysAgo: number): boolean {
  const turn = (guide + daysAgo / ANSWERED.every + answer) % ANSWERS;
  if (turn === 0) return (guide * 7 + daysAgo) % 5 !== 0;
  const isRead = REWRITTEN_PATHS.includes(GUIDE_PATHS[guide]!) && daysAgo < FIX.fetched;
  return isRead && turn % 4 === 0;
}

/** The answers of the weeks around the fix: when each was given, and which guides it cites. */
export function demoCitations(): { daysAgo: number; answer: number; paths: string[] }[] {
  const found = [];
  for (let daysAgo = ANSWERED.first; daysAgo >= ANSWERED.last; daysAgo -= ANSWERED.every)
    for (let answer = 0; answer < ANSWERS; answer++)
      found.push({ daysAgo, answer, paths: GUIDE_PATHS.filter((_, guide) => cites(guide, answer, daysAgo)) });
  return found;
}

/**
 * Gives the domain answers of the past which cite the guides: copies of today's with other days. Each answer that the service asks for
 * takes seconds, and this history needs hundreds. Repeating it adds none.
 */
export function plantCitations(stateDir: string, origin: string, now: number): void {
  inObjects(stateDir, "DomainAnswers", (db) => {
    const first = utcDay(now - ANSWERED.first * DAY_MS);
    if (db.prepare("SELECT 1 FROM answer WHERE day <= ?").get(first)) return;
    const made = db
      .prepare(
        "SELECT day, created_at AS at, run_id AS id FROM answer WHERE own_urls IS NOT NULL ORDER BY run_id LIMIT ?",
      )
      .all(ANSWERS) as { day: string; at: number; id: string }[];
    if (made.length === 0) return;
    const copy = db.prepare(
      `INSERT INTO answer(day, created_at, run_id, prompt_id, provider, status, attempt, model, rules_key, analysis_attempt, position,
         sentiment, tone_found, own_urls, competitors, cited, search, run, answer_size, analysis_size, answer, analysis)
       SELECT ?1, ?2, ?3, prompt_id, provider, 'ok', attempt, model, rules_key, analysis_attempt, position, sentiment, tone_found, ?4,
         competitors, cited, search, ?5, answer_size, analysis_size, answer, analysis
       FROM answer WHERE day = ?6 AND created_at = ?7 AND run_id = ?8`,
    );
    db.exec("BEGIN");
    for (const { daysAgo, answer, paths } of demoCitations()) {
      const at = now - daysAgo * DAY_MS + answer;
      const day = utcDay(at);
      const { day: from, at: madeAt, id } = made[answer % made.length]!;
      const slot = { slot: day, deadlineAt: at + DAY_MS, attempts: 1, answeredAt: at, analysisAttempts: 1 };
      const run = JSON.stringify({ ...slot, errorCode: null, errorText: null, finishedAt: at });
      copy.run(day, at, randomUUID(), JSON.stringify(paths.map((each) => origin + each)), run, from, madeAt, id);
    }
    db.exec("COMMIT");
  });
}

/** The snapshots of the guides that were written anew are of the day on which they were. */
export function dateGuides(stateDir: string, now: number): void {
  inObjects(stateDir, "SnapshotIndex", (db) => {
    const date = db.prepare("UPDATE entry SET changed_at = ? WHERE path = ?");
    for (const each of REWRITTEN_PATHS) date.run(now - FIX.rewritten * DAY_MS, each);
  });
}
