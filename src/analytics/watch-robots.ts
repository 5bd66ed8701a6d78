import type { Bindings } from "../env";
import { upkeepDomains } from "./upkeep-visits";

/** Cron: keeps the visits of all domains in order whose robots.txt may be due. */
export function watchRobots(env: Bindings, now: number, after: string | null = null): Promise<string | null> {
  return upkeepDomains(env, now, after, true);
}
