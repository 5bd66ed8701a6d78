/**
 * The time of a sitemap's lastmod, epoch ms; null if it is not a W3C date. A date without a time counts as the last
 * millisecond of the day. As midnight, an edit later that day would never be noticed.
 */
export function lastmodInstant(lastmod: string): number | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(
    lastmod.trim(),
  );
  if (!match) return null;
  const [, year, month, day, time] = match;
  const y = Number(year);
  const m = month === undefined ? 12 : Number(month);
  const lastDay = new Date(Date.UTC(y, m, 0)).getUTCDate();
  const d = day === undefined ? lastDay : Number(day);
  if (m < 1 || m > 12 || d < 1 || d > lastDay) return null;
  if (time === undefined) return Date.UTC(y, m - 1, d, 23, 59, 59, 999);
  const instant = day === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}${time}`);
  return Number.isNaN(instant) ? null : instant;
}
