import type { RunErrorCode } from "../core/run-errors";
import { openDb, type Db } from "../../db/client";
import type { Bindings } from "../../env";
import { withHeartbeat } from "../../lib/time/heartbeat";
import { SECOND_MS } from "../../lib/time/time";
import { analyseAnswer } from "../analyse/analyse-answer";
import { answersOf } from "../answers/answers-of";
import { answerKeyOf } from "../answers/runs-with-answers";
import { packedJson, type StoredAnswer } from "../answers/stored-answer";
import { bookedAsk } from "../calls/booked-ask";
import { bookedAttempt, readJob } from "../core/job";
import { parseLocation } from "../core/location";
import type { PromptProgress } from "../core/progress";
import { ProviderError, REACTIONS } from "../core/provider-error";
import { BREAKER_FAILURES, BREAKER_PAUSE_MS, breakerAfter, retryAt } from "../core/retry-policy";
import { makeUpAt } from "../core/schedule";
import { AnswerPending, ask } from "../providers/ask";
import { providerConfigOf, type ProviderConfig } from "../providers/config";
import { adapterOf } from "../providers";
import { lookLater, mayStillAnswer } from "./look-later";
import type { ProviderAnswer } from "../providers/types";
import { breakerOf, mayCall, recordFailure, recordSuccess } from "../repo/ledger";
import { findPrompt, scheduleOf } from "../repo/prompts";
import {
  claimRun,
  failRun,
  findPromptRun,
  postponeRun,
  renewLease,
  requeueRun,
  acceptAnswer,
  keepJob,
  type PromptRunRow,
} from "../repo/runs";
import { usedBy } from "../../usage/metered-env";
import { CallRefused } from "../calls/spend-call";

/** Attempts per run, counting every kind of failure. */
const MAX_ATTEMPTS = 5;
/**
 * How long a run stays claimed without a sign of life. Long enough for a slow provider, short enough to recover from a
 * dead worker.
 */
const LEASE_MS = 30 * SECOND_MS;
const HEARTBEAT_MS = 8 * SECOND_MS;
/** Spreads out the runs that resume when a paused provider is available again. */
const SPREAD_MS = 5 * SECOND_MS;

const DONE: PromptProgress = { done: true };

/**
 * Advances a run as far as possible: asks its provider, stores the answer, then analyses it. Safe to call at any time
 * and repeatedly: one worker holds a run, and an answered run is never asked again.
 */
export async function answerPrompt(bindings: Bindings, runId: string, clock: () => number): Promise<PromptProgress> {
  const run = await findPromptRun(openDb(bindings.DB), runId);
  if (!run || run.status === "ok" || run.status === "error") return DONE;
  const env = usedBy(bindings, run.accountId);
  const db = openDb(env.DB);
  if (run.status === "answered") return analyseAnswer(env, runId, clock);
  const now = clock();
  const waitsUntil = run.status === "queued" ? run.nextAt : run.leaseUntil;
  if (waitsUntil > now) return { againAt: waitsUntil };
  if (run.attempts >= MAX_ATTEMPTS) {
    return end(db, run, run.claim, "interrupted", "The run was interrupted in every attempt.", now);
  }
  const config = configured(env, run);
  if (config instanceof ProviderError) return end(db, run, run.claim, config.kind, config.message, now);
  const gate = await mayCall(db, run.provider, { now, tripAt: BREAKER_FAILURES, probeMs: BREAKER_PAUSE_MS });
  if (!gate.ok) {
    const againAt = gate.until + Math.floor(Math.random() * SPREAD_MS);
    await postponeRun(db, run.id, againAt);
    return { againAt };
  }
  const leaseUntil = now + LEASE_MS;
  const token = crypto.randomUUID();
  const claimed = await claimRun(db, run.id, { token, now, leaseUntil, maxAttempts: MAX_ATTEMPTS });
  return claimed ? askClaimed(env, claimed, token, config, clock) : { againAt: leaseUntil };
}

function configured(env: Bindings, run: PromptRunRow): ProviderConfig | ProviderError {
  try {
    return providerConfigOf(env, run.provider);
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}

async function askClaimed(
  env: Bindings,
  run: PromptRunRow,
  token: string,
  config: ProviderConfig,
  clock: () => number,
): Promise<PromptProgress> {
  const db = openDb(env.DB);
  try {
    const renew = () => renewLease(db, run.id, token, clock() + LEASE_MS);
    const answer = await withHeartbeat(askProvider(env, run, config, clock), renew, HEARTBEAT_MS);
    const saved = await keepAnswer(env, run, token, answer, clock());
    await recordSuccess(db, run.provider);
    return saved ? await analyseAnswer(env, run.id, clock) : DONE;
  } catch (error) {
    if (error instanceof AnswerPending) {
      const later = await lookLater(db, run, token, error.job, clock());
      return later instanceof ProviderError ? afterFailure(db, run, token, later, clock()) : later;
    }
    if (error instanceof CallRefused) return end(db, run, token, error.code, error.message, clock());
    if (error instanceof ProviderError) return afterFailure(db, run, token, error, clock());
    throw error;
  }
}

/** Stores the answer in the domain's object, then has it accepted. False: the claim was lost. */
async function keepAnswer(
  env: Bindings,
  run: PromptRunRow,
  token: string,
  answer: ProviderAnswer,
  now: number,
): Promise<boolean> {
  const { usage, ...stored } = answer;
  const object = answersOf(env, run.domainId);
  const { promptId, provider, attempts: attempt } = run;
  const search = stored.search ? JSON.stringify(stored.search) : null;
  const row = { ...answerKeyOf(run), promptId, provider, attempt, model: stored.model, search };
  await object.saveAnswer({ ...row, answer: packedJson(stored satisfies StoredAnswer) });
  const accepted = await acceptAnswer(openDb(env.DB), run, token, usage, now);
  if (!accepted) await object.dropAnswer(answerKeyOf(run), attempt);
  return accepted;
}

async function askProvider(
  env: Bindings,
  run: PromptRunRow,
  config: ProviderConfig,
  clock: () => number,
): Promise<ProviderAnswer> {
  const prompt = await findPrompt(openDb(env.DB), run.domainId, run.promptId);
  if (!prompt) throw new Error("a run outlived its prompt");
  const question = { text: prompt.promptText, location: parseLocation(prompt.personaLocation) };
  const { id: runId, accountId, domainId, provider, dateUtc: day } = run;
  const call = {
    ledger: "answers" as const,
    runId,
    attempt: bookedAttempt(run),
    accountId,
    domainId,
    provider,
    day,
    idempotencyKey: runId,
  };
  const job = readJob(run.job);
  const adapter = adapterOf(env, provider);
  return bookedAsk(
    env,
    call,
    (options) => ask(adapter, config, question, job ? { ...options, job: job.id } : options),
    clock,
  );
}

/** Handles a provider failure: updates the breaker, then schedules a retry or ends the run. */
async function afterFailure(
  db: Db,
  run: PromptRunRow,
  token: string,
  error: ProviderError,
  now: number,
): Promise<PromptProgress> {
  const before = await breakerOf(db, run.provider);
  const after = breakerAfter(error, before, { attempts: run.attempts, now });
  if (after) await recordFailure(db, run.provider, { before, after, now });
  // The provider responded, even if the answer is unusable.
  else if (error.kind !== "rate_limited") await recordSuccess(db, run.provider);
  const again = retryAt(error, run, now, Math.random());
  if (again === null) return end(db, run, token, error.kind, error.message, now);
  const againAt = Math.max(again, after?.openUntil ?? 0);
  // A look that failed says nothing about the job, which was paid for.
  if (mayStillAnswer(readJob(run.job), error, now) && REACTIONS[error.kind].attempts > 2) {
    await keepJob(db, run.id, token, againAt);
    return { againAt };
  }
  await requeueRun(db, run.id, token, againAt);
  return { againAt };
}

/** Failures that pass without a change to the prompt. The cron asks again later. */
const PASSING: ReadonlySet<RunErrorCode> = new Set<RunErrorCode>([
  "interrupted",
  "service_budget_exhausted",
  "email_unproven",
  "domain_unverified",
  "account_suspended",
]);

/**
 * Ends a run without an answer. If the provider caused the failure, another run makes up for it before the interval
 * ends.
 */
async function end(
  db: Db,
  run: PromptRunRow,
  claim: string | null,
  code: RunErrorCode,
  text: string,
  now: number,
): Promise<PromptProgress> {
  const transient = PASSING.has(code) || (code in REACTIONS && REACTIONS[code as keyof typeof REACTIONS].attempts > 2);
  const schedule = transient ? await scheduleOf(db, run.promptId, run.provider) : undefined;
  const made = schedule ? makeUpAt(run.createdAt, schedule.failStreak + 1) : null;
  await failRun(db, run, claim, { code, text, now, makeUpAt: made });
  return DONE;
}
