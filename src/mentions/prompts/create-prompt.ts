import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { DAY_MS, startOfUtcDay, utcDay } from "../../lib/time/time";
import { START_LEVEL } from "../core/dynamic-interval";
import { RUN_DEADLINE_MS } from "../core/retry-policy";
import { askAgainAt } from "../core/schedule";
import { insertPrompt } from "../repo/prompts";
import type { CreatePrompt } from "../schemas";
import { sendRuns } from "../ask/send-runs";

/**
 * Creates an active prompt and queues its first run with each provider, as far as the day's calls to providers go. The
 * others follow the next day.
 * @throws ApiError `prompt_limit_reached` and those of authorizeDomain.
 */
export async function createPrompt(
  env: Bindings,
  caller: Caller,
  body: CreatePrompt,
  now: number,
): Promise<{ queued: number; id: string; postponed: number; postponedUntil: string | null }> {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, body.domain);
  const id = crypto.randomUUID();
  const { providers, monitorInterval } = body;
  const runs = providers.map((provider) => ({
    id: crypto.randomUUID(),
    provider,
    dateUtc: utcDay(now),
    deadlineAt: now + RUN_DEADLINE_MS,
    nextRunAt: askAgainAt({ promptId: id, provider, providers, monitorInterval, level: START_LEVEL }, now),
  }));
  const row = {
    id,
    accountId: caller.accountId,
    domainId: domain.id,
    promptText: body.promptText,
    intent: body.intent,
    providers,
    tags: body.tags,
    personaLocation: body.personaLocation,
    monitorInterval,
    createdAt: now,
    updatedAt: now,
  };
  const { prompts: limit, answersPerDay } = caller.limits;
  const tomorrow = startOfUtcDay(now) + DAY_MS;
  const queued = await insertPrompt(db, row, runs, { prompts: limit, answersPerDay, tomorrow });
  if (queued === null) {
    throw new ApiError(
      "prompt_limit_reached",
      `The plan allows ${limit === 1 ? "one prompt" : `${limit} prompts`}. Delete one, or ask the operator for another plan.`,
    );
  }
  await sendRuns(env, queued);
  const postponed = runs.length - queued.length;
  const postponedUntil = postponed === 0 ? null : new Date(tomorrow).toISOString();
  return { queued: queued.length, id, postponed, postponedUntil };
}
