import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { readHealth } from "./read-health";

const LEVELS = { ok: "info", degraded: "warn", failing: "error" } as const;

/**
 * Cron: logs the service's health with its main figures, for alarms on the log. The real time counts, because ages are
 * judged. A service whose crons or queues stand still logs nothing, so the absence of this line is an alarm too.
 */
export async function reportHealth(env: Bindings): Promise<null> {
  const now = Date.now();
  const { status, reasons, facts } = await readHealth(env, now);
  const seconds = (at: number | null) => (at === null ? 0 : Math.round((now - at) / 1_000));
  log(LEVELS[status], "health", {
    status,
    reasons: [...new Set(reasons.map(({ code }) => code))],
    queues: Object.fromEntries(
      facts.queues.map(({ queue, waiting, oldestAt }) => [queue, { waiting, oldestSeconds: seconds(oldestAt) }]),
    ),
    work: Object.fromEntries(
      Object.entries(facts.database?.work ?? {}).map(([name, { waiting, stuck, oldestAt }]) => [
        name,
        { waiting, stuck, oldestSeconds: seconds(oldestAt) },
      ]),
    ),
    deadLetters: (facts.database?.deadLetters ?? []).reduce((sum, { letters }) => sum + letters, 0),
    renders: {
      browsers: facts.pools.filter(({ state }) => state?.hasBrowser).length,
      rendering: facts.pools.reduce((sum, { state }) => sum + (state?.rendering ?? 0), 0),
      waiting: facts.pools.reduce((sum, { state }) => sum + (state?.waiting ?? 0), 0),
    },
    ceilings: Object.fromEntries(facts.ceilings.map(({ name, used, limit }) => [name, { used, limit }])),
  });
  return null;
}
