import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { START_LEVEL } from "../core/dynamic-interval";
import { fixedDays, nextRunAfter } from "../core/schedule";
import { findPrompt, latestRuns, updatePromptRow, type PromptRow } from "../repo/prompts";
import { answersOf } from "../answers/answers-of";
import { settledFilter } from "../answers/runs-with-answers";
import { answerState } from "../repo/domain-answers";
import { schedulePrompt } from "../ask/schedule-due-prompts";
import type { UpdatePrompt } from "../schemas";

/** The stored prompt with the given fields replaced. */
function changed(row: PromptRow, body: UpdatePrompt): PromptRow {
  const { action: _action, domain: _domain, id: _id, ...given } = body;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...row, ...set };
}

/**
 * Changes the given fields and keeps the rest. A new text, a new interval or reactivation restarts the schedule: a
 * changed question is due at once, otherwise the interval counts from the last run. An added provider is asked at once.
 * Queued runs of a paused prompt or a removed provider are cancelled.
 * @throws ApiError `prompt_not_found` and those of authorizeDomain.
 */
export async function updatePrompt(env: Bindings, caller: Caller, body: UpdatePrompt, now: number): Promise<void> {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, body.domain);
  const before = await findPrompt(db, domain.id, body.id);
  if (!before) throw new ApiError("prompt_not_found", "This domain has no prompt with this id.");
  const row = changed(before, body);
  const asksElse = row.promptText !== before.promptText || row.personaLocation !== before.personaLocation;
  const restarts =
    asksElse || row.monitorInterval !== before.monitorInterval || (row.active === 1 && before.active === 0);
  const added = row.providers.filter((provider) => !before.providers.includes(provider));
  const runs = [...(await latestRuns(db, row.id)), ...(await settledRuns(env, domain.id, row.id))];
  const schedules = row.providers
    .filter((provider) => restarts || added.includes(provider))
    .map((provider) => {
      // Those that D1 has are later than those that it has given away.
      const own = runs.filter((run) => run.provider === provider);
      const last = own[0] && { ...own[0], lastGoodAt: own.find((run) => run.lastGoodAt !== null)?.lastGoodAt ?? null };
      const fixed = fixedDays(row.monitorInterval) !== null;
      // Fixed intervals count from the last success. The dynamic interval treats a changed question as new.
      const anew = asksElse || added.includes(provider);
      const from = fixed ? (last?.lastGoodAt ?? null) : anew ? null : (last?.lastAt ?? null);
      const schedule = { ...row, promptId: row.id, provider, level: START_LEVEL };
      return { provider, nextRunAt: from === null ? now : Math.max(now, nextRunAfter(schedule, from)) };
    });
  await updatePromptRow(db, { row, schedules, newBaseline: asksElse, now });
  if (added.length > 0) await schedulePrompt(env, row.id, now);
}

/** Times of a prompt's latest runs that only the domain's object has. */
async function settledRuns(env: Bindings, domainId: string, promptId: string) {
  const settled = settledFilter({ promptId }, await answerState(openDb(env.DB), domainId));
  return settled ? answersOf(env, domainId).lastSettled(settled) : [];
}
