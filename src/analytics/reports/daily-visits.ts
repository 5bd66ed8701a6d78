import { dayText } from "../../lib/time/time";
import { VERDICTS } from "../core/verdict";
import { windowOfDays } from "../core/window";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** A domain's visits of the last `days` days by day, operator and kind; those of impostors separately. */
export async function dailyVisits(env: VisitsEnv, domainId: string, days: number, now: number) {
  const window = windowOfDays(now, days);
  const rows = (await visitsOf(env, domainId).daily(window)).map(({ day, provider, kind, verdict, cache, render }) => ({
    day,
    provider,
    kind,
    visits: cache + render,
    spoofed: verdict === VERDICTS.spoofed,
  }));
  return { rows, today: window.lastDay, dayText };
}
