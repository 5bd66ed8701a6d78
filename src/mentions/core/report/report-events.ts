import type { NewEvent } from "../../../events";
import { headlineOf } from "./figures/headline";
import type { ReportV3 } from "./figures/schema";

type Stats = ReportV3["stats"];

/** Whether visibility is lower than in the week before, by more than chance explains. */
export function hasDropped(stats: Stats): boolean {
  const { visibility } = headlineOf(stats).change;
  return visibility.significant && (visibility.delta ?? 0) < 0;
}

/**
 * The events of a day's report. A later report of the day repeats none. `wasDropped`: the report of the day before
 * reported a drop, which its successors still show for a week.
 */
export function reportEvents(
  { id: domainId, accountId }: { id: string; accountId: string },
  { reportId, day, now }: { reportId: string; day: string; now: number },
  stats: Stats,
  wasDropped: boolean,
): NewEvent[] {
  const { visibility, responses, change } = headlineOf(stats);
  const about = { accountId, domainId, at: now };
  const ready: NewEvent = {
    ...about,
    id: `report.ready:${domainId}:${day}`,
    type: "report.ready",
    data: { reportId, day, visibility: visibility.value, answers: responses },
  };
  const { current, previous, shift } = change.visibility;
  if (wasDropped || previous === null || !hasDropped(stats)) return [ready];
  const dropped: NewEvent = {
    ...about,
    id: `visibility.dropped:${domainId}:${day}`,
    type: "visibility.dropped",
    data: { reportId, day, visibility: current, previous, shift },
  };
  return [ready, dropped];
}
