import { countWords } from "../../ui/count-words";
import { healthChange, shownHealth, siteRun } from "../audits/parts/health";
import type { DailyVisits, RunFacts } from "./figures";

/** What the first sentence of the day is made from. Null: not known. */
export interface DayFacts {
  /** Newest first. */
  runs: readonly RunFacts[] | null;
  /** How many entries the list of what to do first has. */
  toDo: number | null;
  daily: DailyVisits | null;
  known: readonly boolean[];
}

const WEEK = 7;

/** Visits of the last seven whole days, and of the seven before; null: one of these days has no data. */
export function weekOf(daily: DailyVisits, known: readonly boolean[]): { now: number; before: number } | null {
  // Today is not over.
  const [days, flags] = [daily.slice(0, -1), known.slice(0, -1)];
  if (days.length < 2 * WEEK || flags.slice(-2 * WEEK).includes(false)) return null;
  const sum = (from: number, to?: number) => days.slice(from, to).reduce((all, { total }) => all + total, 0);
  return { now: sum(-WEEK), before: sum(-2 * WEEK, -WEEK) };
}

function healthWords({ runs }: DayFacts): string | null {
  const run = siteRun(runs);
  if (!runs || !run) return null;
  const health = shownHealth(run);
  if (health === null) return "The latest audit has no Health";
  const change = healthChange(run, runs);
  const since =
    change === null || change === 0 ? "" : `, ${Math.abs(change)} ${change > 0 ? "more" : "less"} than before`;
  return `Health is ${health} of 100${since}`;
}

function toDoWords({ runs, toDo }: DayFacts): string | null {
  if (toDo === null) return null;
  if (toDo > 0) return `there ${toDo === 1 ? "is" : "are"} ${countWords(toDo, "thing", "things")} to do first`;
  return runs?.some(({ completedAt }) => completedAt !== null) ? "there is nothing to do" : null;
}

function visitWords({ daily, known }: DayFacts): string | null {
  if (!daily) return null;
  const week = weekOf(daily, known);
  if (week === null) return null;
  const visits = countWords(week.now, "time", "times");
  if (week.before === 0) return `crawlers came ${visits} in the seven days to yesterday`;
  const percent = Math.round((week.now / week.before - 1) * 100);
  const than = percent === 0 ? "as often as" : `${Math.abs(percent)}% ${percent > 0 ? "more" : "less"} than`;
  return `crawlers came ${visits} in the seven days to yesterday, ${than} in the seven before`;
}

/** The day in one sentence. It says nothing of what is not known. */
export function sentenceOf(day: DayFacts): string {
  const parts = [healthWords(day), toDoWords(day), visitWords(day)].filter((part) => part !== null);
  if (parts.length === 0) return "There is nothing to report yet: set the site up, and this page fills.";
  const text = parts.join("; ");
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
