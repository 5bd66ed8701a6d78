import type { DayVisits } from "../../../analytics";

/** Days without spoofed visits after which new ones are reported again. */
const QUIET_DAYS = 7;

/** Crawlers whose name was used by others yesterday or today, after a quiet week. */
export function newSpoofing(rows: readonly DayVisits[], today: number): DayVisits[] {
  const spoofed = rows.filter((row) => row.spoofed && row.visits > 0);
  const crawlers = Map.groupBy(spoofed, ({ provider, kind }) => `${provider} ${kind}`);
  return [...crawlers.values()].flatMap((own) =>
    own.filter(
      ({ day }) => day >= today - 1 && !own.some((before) => before.day < day && before.day >= day - QUIET_DAYS),
    ),
  );
}
