import type { SettingName } from "../../src/settings/table.ts";

/** The parts of a wrangler configuration that depend on Cloudflare's plan. */
export interface PlannedConfig {
  limits?: unknown;
  vars?: Record<string, string>;
  queues: { consumers: Array<{ queue: string; max_batch_size?: number }> };
}

/**
 * What one small site gets out of Cloudflare's free plan (docs/free-plan.md). A value under [vars] in wrangler.toml takes
 * precedence.
 */
export const FREE_SETTINGS = {
  // Cloudflare allows 600 seconds. A single account gets half of this setting.
  BROWSER_SECONDS_PER_DAY: "1200",
  // An open browser uses up the 600 seconds even if it does nothing.
  BROWSER_IDLE_SECONDS: "5",
  // One invocation may make 50 requests, and the last job of an audit makes about 20 more than it was told.
  SITE_REQUESTS_PER_JOB: "20",
  AI_CALLS_PER_DAY: "100",
  ANALYSIS_CALLS_PER_DAY: "100",
} satisfies Partial<Record<SettingName, string>>;

/** Messages of all queues but this are handled one per invocation, so that each has the invocation's limits for itself. */
const isBatched = (queue: string) => queue.endsWith("-visits");

/** The configuration as Cloudflare's free plan accepts it, with limits that fit it. */
export function forFreePlan<T extends PlannedConfig>(config: T): T {
  const consumers = config.queues.consumers.map((consumer) =>
    isBatched(consumer.queue) ? consumer : { ...consumer, max_batch_size: 1 },
  );
  const planned = { ...config, vars: { ...FREE_SETTINGS, ...config.vars }, queues: { ...config.queues, consumers } };
  // The free plan refuses a deployment that sets a limit (code 100328).
  delete planned.limits;
  return planned;
}

/** What wrangler prints for a configuration with limits in an account on the free plan. */
export function isRefusedByFreePlan(output: string): boolean {
  return /\b100328\b/.test(output);
}
