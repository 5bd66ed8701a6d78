import { SECOND_MS } from "../../../lib/time";
import { homeOf } from "../../../web";
import type { RunConfig } from "./run-state";

/** How long a run waits for the site's robots.txt. */
export const ROBOTS_TIMEOUT_MS = 10 * SECOND_MS;

/** The home page of the site that a run audits: of the host and scheme of its first URL, where it was given some. */
export function homeOfRun({ seeds, domain }: Pick<RunConfig, "seeds" | "domain">): URL {
  return new URL("/", seeds[0] ?? homeOf(domain));
}
