import { openDb } from "../../db/client";
import { learn } from "../core/dynamic-interval";
import { nextRunAfter, type Scheduled } from "../core/schedule";
import { PROVIDERS } from "../core/provider";
import { HOUR_MS, utcDay } from "../../lib/time/time";
import { findPrompt, scheduleOf } from "../repo/prompts";
import type { PromptRunRow } from "../repo/runs";
import { answersOf, type AnswersEnv } from "../answers/answers-of";
import { hiddenRuns, latestRunAt, saveLesson } from "../repo/schedules";

/** Runs that the dynamic interval takes into account. */
const LOOK_BACK = 21;
const WAKE_STEP_MS = 6 * HOUR_MS;

/**
 * Updates the schedule after a run was analysed: its level, the provider's next run, and whether the other providers
 * run early.
 */
export async function scheduleNext(env: Pick<AnswersEnv, "DB" | "DOMAIN_ANSWERS">, run: PromptRunRow): Promise<void> {
  const db = openDb(env.DB);
  const [prompt, schedule] = await Promise.all([
    findPrompt(db, run.domainId, run.promptId),
    scheduleOf(db, run.promptId, run.provider),
  ]);
  if (!prompt || !schedule || schedule.learntUntil >= run.createdAt) return;
  const { promptId, provider } = run;
  const since = schedule.baselineFrom;
  const [hidden, latest] = await Promise.all([hiddenRuns(db, promptId, provider), latestRunAt(db, promptId, provider)]);
  const asked = { promptId, provider, sinceDay: utcDay(since), since, limit: LOOK_BACK };
  const outcomes = await answersOf(env, run.domainId).outcomes(asked, hidden);
  const own = outcomes.find(({ createdAt }) => createdAt === run.createdAt);
  // The run is older than the last change of the prompt, so it says nothing about the current prompt.
  if (!own) return;
  const before = outcomes.filter(({ createdAt }) => createdAt < run.createdAt);
  const { state, wakeSiblings } = learn(
    { level: schedule.level as Scheduled["level"], streak: schedule.streak, ewma: schedule.ewma },
    before,
    own,
  );
  const scheduled: Scheduled = {
    promptId: prompt.id,
    provider: run.provider,
    providers: prompt.providers,
    monitorInterval: prompt.monitorInterval,
    level: state.level,
  };
  const others = PROVIDERS.filter((each) => each !== run.provider && prompt.providers.includes(each));
  await saveLesson(db, {
    promptId: prompt.id,
    provider: run.provider,
    runAt: run.createdAt,
    state,
    nextRunAt: nextRunAfter(scheduled, latest),
    siblings:
      wakeSiblings && prompt.monitorInterval === "dynamic"
        ? others.map((provider, i) => ({ provider, nextRunAt: latest + WAKE_STEP_MS * (i + 1) }))
        : [],
  });
}
