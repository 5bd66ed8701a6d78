import { authorizeDomain, type Caller } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { utcDay } from "../lib/time";
import { START_LEVEL } from "./core/dynamic-interval";
import { RUN_DEADLINE_MS } from "./core/retry-policy";
import { nextRunAfter } from "./core/schedule";
import { insertPrompt } from "./repo/prompts";
import type { CreatePrompt } from "./schemas";
import { sendRuns } from "./send-runs";

/**
 * Creates an active prompt and queues its first run with each provider.
 * @throws ApiError `prompt_limit_reached` and those of authorizeDomain.
 */
export async function createPrompt(
  env: Bindings,
  caller: Caller,
  body: CreatePrompt,
  now: number,
): Promise<{ queued: number; id: string }> {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, body.domain);
  const id = crypto.randomUUID();
  const { providers, monitorInterval } = body;
  const runs = providers.map((provider) => ({
    id: crypto.randomUUID(),
    provider,
    dateUtc: utcDay(now),
    deadlineAt: now + RUN_DEADLINE_MS,
    nextRunAt: nextRunAfter({ promptId: id, provider, providers, monitorInterval, level: START_LEVEL }, now),
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
  const limit = caller.limits.prompts;
  if (!(await insertPrompt(db, row, runs, limit))) {
    throw new ApiError(
      "prompt_limit_reached",
      `The plan's limit of ${limit} prompts is reached. Delete a prompt or upgrade.`,
    );
  }
  await sendRuns(env, runs);
  return { queued: runs.length, id };
}
