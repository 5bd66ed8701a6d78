import * as z from "zod";
import { MINUTE_MS, SECOND_MS } from "../../lib/time/time";
import { parseJson } from "../../lib/text/json";

/** How long a job may work. Then it counts as a timeout, and the next attempt starts another one. */
export const JOB_LIMIT_MS = 20 * MINUTE_MS;
const FIRST_LOOK_MS = 5 * SECOND_MS;
const SLOWEST_LOOK_MS = MINUTE_MS;

const SurfaceJob = z.object({
  id: z.string().min(1).max(200),
  since: z.number(),
  looks: z.int().min(0),
  attempt: z.int().optional(),
});
/** A job of a scraping service: its id, when it began, how often it was looked at, and the attempt that started and booked it. */
export type SurfaceJob = z.infer<typeof SurfaceJob>;

/** A stored job; null if there is none. */
export function readJob(text: string | null): SurfaceJob | null {
  return text === null ? null : (SurfaceJob.safeParse(parseJson(text)).data ?? null);
}

/**
 * The attempt under which a run's call is booked: the one that started its job. Looks that failed counted as attempts since then, and
 * booked nothing.
 */
export const bookedAttempt = ({ job, attempts }: { job: string | null; attempts: number }): number =>
  readJob(job)?.attempt ?? attempts;

/** The time of the next look: soon at first, then once a minute. A queue delivers a message about 50 times. */
export function nextLook({ looks }: SurfaceJob, now: number): number {
  return now + Math.min(SLOWEST_LOOK_MS, FIRST_LOOK_MS * 2 ** Math.min(looks, 6));
}
