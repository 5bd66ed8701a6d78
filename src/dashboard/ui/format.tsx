import { createContext, useContext } from "hono/jsx";

export const LocaleContext = createContext("en");

/** A number in the reader's format. `share` expects 0 to 1 and shows per cent. */
export function Num({ value, share, digits }: { value: number | null | undefined; share?: boolean; digits?: number }) {
  const locale = useContext(LocaleContext);
  if (value === null || value === undefined) return <span class="muted">–</span>;
  return <span class="number">{formatNumber(value, locale, share, digits)}</span>;
}

/** A number with its noun: "1 page", "1,200 pages". */
export function Count({ value, one, many }: { value: number; one: string; many: string }) {
  return (
    <>
      <Num value={value} /> {value === 1 ? one : many}
    </>
  );
}

export function formatNumber(value: number, locale: string, share = false, digits = share ? 1 : 2): string {
  return new Intl.NumberFormat(locale, {
    style: share ? "percent" : "decimal",
    maximumFractionDigits: digits,
  }).format(value);
}

const UTC = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const UTC_DAY = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
/** The latest formats: making one takes longer than a page's other work. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 40;

function formatOf(kind: typeof UTC, locale: string): Intl.DateTimeFormat {
  const key = `${kind === UTC ? "time" : "day"} ${locale}`;
  const format = formats.get(key) ?? kind(locale);
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/** A moment in UTC, in the reader's format; browser/app.ts rewrites it for the reader's zone. `day`: a UTC day, which has no zone to convert. */
export function Time({ at, day }: { at: number | string | Date | null | undefined; day?: boolean }) {
  const locale = useContext(LocaleContext);
  if (at === null || at === undefined) return <span class="muted">never</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span class="muted">unknown</span>;
  if (day)
    return (
      <time datetime={date.toISOString().slice(0, 10)} data-day>
        {formatOf(UTC_DAY, locale).format(date)}
      </time>
    );
  return (
    <time datetime={date.toISOString()} data-local>
      {timeWords(date.getTime(), locale)}
    </time>
  );
}

/** The same where markup can't stand, such as in a list to choose from. */
export const timeWords = (at: number, locale: string): string => `${formatOf(UTC, locale).format(at)} UTC`;

/** A length of time in words: "3 min 20 s". */
export function Duration({ ms }: { ms: number }) {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 1) return <span class="number">{Math.round(ms)} ms</span>;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts =
    hours > 0
      ? [`${hours} h`, `${minutes} min`]
      : minutes > 0
        ? [`${minutes} min`, `${seconds % 60} s`]
        : [`${seconds} s`];
  return <span class="number">{parts.join(" ")}</span>;
}
