import type { RunsOfWeek } from "../../../audit";

/** Visits of crawlers in seven whole days and in the seven before. */
export interface VisitsOfWeek {
  now: number;
  before: number;
}

/** What a digest says: one line per thing, each with the page of the domain that shows it. */
export interface Digest {
  subject: string;
  lines: Array<{ text: string; page: "run" | "crawlers" }>;
}

/** What to do first, in our own words. */
export interface FirstThing {
  title: string;
  todo: string;
}

/** Fewer visits than this, in both weeks, are no news. */
const FEW_VISITS = 20;
/** A smaller change of visits is no news. */
const LEAST_PERCENT = 20;

const counted = (n: number, one: string, many: string) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
const signed = (n: number) => `${n > 0 ? "+" : "−"}${Math.abs(n)}`;

/** The digest of a domain's week; null: nothing has changed, so nothing is sent. */
export function digestOf(domain: string, runs: RunsOfWeek | null, visits: VisitsOfWeek | null): Digest | null {
  const audit = runs && auditLine(runs);
  const crawlers = visits && visitsLine(visits);
  const told = [audit, crawlers].filter((line) => line !== null);
  if (told.length === 0) return null;
  const lines = told.map(({ text, page }) => ({ text, page }));
  return { subject: `${domain}: ${told.map(({ short }) => short).join(", ")}`, lines };
}

/** The one thing to do. */
export const firstLine = ({ title, todo }: FirstThing): string => `Do this first: ${title}. ${todo}`;

function auditLine({ health, issueCount, before }: RunsOfWeek) {
  const issues = counted(issueCount, "issue", "issues");
  const now = health === null ? null : Math.round(health);
  const page = "run" as const;
  if (!before) {
    const text =
      now === null ? `The first audit found ${issues}.` : `The first audit: Health is ${now} of 100, with ${issues}.`;
    return { page, text, short: now === null ? issues : `Health ${now}` };
  }
  const change = now === null || before.health === null ? 0 : now - Math.round(before.health);
  const more = issueCount - before.issueCount;
  if (change === 0 && more === 0) return null;
  const moved =
    more === 0
      ? `still ${issues}`
      : `${issues}, ${counted(Math.abs(more), more > 0 ? "more" : "fewer", more > 0 ? "more" : "fewer")} than a week ago`;
  if (now === null) return { page, text: `The latest audit found ${moved}.`, short: issues };
  const than =
    change === 0 ? ", as a week ago" : `, ${Math.abs(change)} ${change > 0 ? "more" : "less"} than a week ago`;
  const short = change === 0 ? issues : `Health ${now} (${signed(change)})`;
  return { page, text: `Health is ${now} of 100${than}, with ${moved}.`, short };
}

function visitsLine({ now, before }: VisitsOfWeek) {
  if (Math.max(now, before) < FEW_VISITS) return null;
  const page = "crawlers" as const;
  const times = counted(now, "time", "times");
  if (before === 0) return { page, text: `Crawlers came ${times}, after a week without any.`, short: "crawlers came" };
  const percent = Math.round((now / before - 1) * 100);
  if (Math.abs(percent) < LEAST_PERCENT) return null;
  const than = `${Math.abs(percent)}% ${percent > 0 ? "more" : "less"} than the week before`;
  return { page, text: `Crawlers came ${times}, ${than}.`, short: `crawlers ${signed(percent)}%` };
}

/** The Monday of a week, `yyyy-mm-dd`, on the days on which digests go out: Tuesday is for what failed on Monday. Null on others. */
export function digestWeek(now: number): string | null {
  const date = new Date(now);
  const day = date.getUTCDay();
  if (day !== 1 && day !== 2) return null;
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - day + 1))
    .toISOString()
    .slice(0, 10);
}
