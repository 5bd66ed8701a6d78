import { SECOND_MS } from "../../../lib/time/time";
import { homeOf } from "../../../web";
import type { RunConfig } from "./run-state";

/** How long a run waits for the site's robots.txt. */
export const ROBOTS_TIMEOUT_MS = 10 * SECOND_MS;

/** The home page of the site a run audits, with the scheme and host of its first seed if it has one. */
export function homeOfRun({ seeds, domain }: Pick<RunConfig, "seeds" | "domain">): URL {
  return new URL("/", seeds[0] ?? homeOf(domain));
}
