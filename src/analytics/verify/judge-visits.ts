import type { Bindings } from "../../env";
import type { JudgedVisit } from "../count-visits";
import type { VisitEvent } from "../record-visits";

/** Settles for each visit whether it came from the crawler that it names. */
export async function judgeVisits(_env: Bindings, events: readonly VisitEvent[], _now: number): Promise<JudgedVisit[]> {
  return events.map((event) => ({ event, verdict: "unknown" }));
}
