import { DAY_MS, HOUR_MS } from "../../../lib/time/time";
import { isGone, NO_STATUS } from "./file-statuses";

/** What is known about a link so far. The first request is a HEAD, later ones are GETs. */
export interface LinkTries {
  status: number;
  tries: number;
}

const MAX_TRIES = 3;

/** Whether a status is final. A page counts as gone after two such responses, because servers often answer HEAD wrongly. */
export function isFinal({ status: earlier, tries }: LinkTries, status: number): boolean {
  if (tries + 1 >= MAX_TRIES) return true;
  const answer = { status, contentType: null, bytes: null };
  if (isGone(answer)) return tries > 0 && isGone({ ...answer, status: earlier });
  const works = status !== NO_STATUS.silent && status < 400;
  return works || tries > 0;
}

/** How long a status counts: a link that was repaired must not look broken for long. */
export function keptMs(status: number): number {
  return status >= 200 && status < 400 ? 7 * DAY_MS : HOUR_MS;
}
