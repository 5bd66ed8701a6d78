/** Visits of one day from one operator's crawlers of one kind. */
export interface DayVisits {
  /** Days since 1970. */
  day: number;
  provider: string;
  kind: string;
  visits: number;
  spoofed: boolean;
}

export interface StoppedCrawler {
  provider: string;
  kind: string;
  lastDay: number;
  daysSilent: number;
  daysBefore: number;
  visitsPerDay: number;
}

/** Days before a crawler's last visit that show how regularly it came. */
const BASIS_DAYS = 28;
/** A crawler came regularly if it came on this many of them. */
const REGULAR_DAYS = 14;
/** The shortest silence that counts, in whole days, and how many times the longest gap before it must be. */
const SILENT_DAYS = 3;
const TIMES_LONGEST_GAP = 3;
/** A silence that began longer ago was already reported, or is not worth reporting. */
const TOLD_DAYS = 21;

/** Days of visits that the decision below uses. */
export const watchedDays = (told: number = TOLD_DAYS): number => BASIS_DAYS + told + 1;

const crawlersOf = (rows: readonly DayVisits[]) => Map.groupBy(rows, ({ provider, kind }) => `${provider} ${kind}`);

/** Crawlers that came regularly and stopped at most `told` days ago. `today` is not over, so its silence means nothing. */
export function stoppedCrawlers(rows: readonly DayVisits[], today: number, told: number = TOLD_DAYS): StoppedCrawler[] {
  const real = rows.filter(({ spoofed, visits }) => !spoofed && visits > 0);
  return [...crawlersOf(real).values()].flatMap((own) => {
    const { provider, kind } = own[0]!;
    const lastDay = Math.max(...own.map(({ day }) => day));
    const daysSilent = today - 1 - lastDay;
    const basis = own.filter(({ day }) => day > lastDay - BASIS_DAYS);
    const days = [...new Set(basis.map(({ day }) => day))].sort((a, b) => a - b);
    const longestGap = Math.max(0, ...days.slice(1).map((day, i) => day - days[i]! - 1));
    const isStopped = daysSilent >= Math.max(SILENT_DAYS, TIMES_LONGEST_GAP * longestGap) && daysSilent <= told;
    if (days.length < REGULAR_DAYS || !isStopped) return [];
    const visits = basis.reduce((sum, each) => sum + each.visits, 0);
    const perDay = Math.round((10 * visits) / (lastDay - days[0]! + 1)) / 10;
    return [{ provider, kind, lastDay, daysSilent, daysBefore: days.length, visitsPerDay: perDay }];
  });
}
