import type { NewEvent } from "../../../events";
import type { ReportV3 } from "./schema";

/** What is told of a day's report. A later report of the day tells nothing twice. */
export function reportEvents(
  { id: domainId, accountId }: { id: string; accountId: string },
  { reportId, day, now }: { reportId: string; day: string; now: number },
  { visibility, responses, change }: ReportV3["stats"],
): NewEvent[] {
  const about = { accountId, domainId, at: now };
  const ready: NewEvent = {
    ...about,
    id: `report.ready:${domainId}:${day}`,
    type: "report.ready",
    data: { reportId, day, visibility: visibility.value, answers: responses },
  };
  const { current, previous, delta, significant, shift } = change.visibility;
  if (!significant || previous === null || delta === null || delta >= 0) return [ready];
  const dropped: NewEvent = {
    ...about,
    id: `visibility.dropped:${domainId}:${day}`,
    type: "visibility.dropped",
    data: { reportId, day, visibility: current, previous, shift },
  };
  return [ready, dropped];
}
