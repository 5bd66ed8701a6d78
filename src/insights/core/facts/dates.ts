const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "sv",
  "da",
  "nb",
  "fi",
  "cs",
  "ru",
  "uk",
  "tr",
  "ro",
  "hu",
];

let months: Map<string, number> | null = null;

const foldedMonth = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll(/[\p{M}.]/gu, "")
    .toLowerCase();

/** Names of months in the languages above, as their dates have them, to 1 to 12. */
function monthNames(): Map<string, number> {
  if (months) return months;
  months = new Map();
  for (const language of LANGUAGES)
    for (const month of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month, timeZone: "UTC" });
      const alone = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      for (let i = 0; i < 12; i++) {
        const at = Date.UTC(2026, i, 1);
        const inDate = format.formatToParts(at).find(({ type }) => type === "month")?.value ?? "";
        for (const name of [inDate, alone.format(at)]) if (/^\p{L}{3,}\.?$/u.test(name)) add(foldedMonth(name), i + 1);
      }
    }
  return months;
}

/** A name that means different months in two languages means none. */
function add(name: string, month: number): void {
  const known = months!.get(name);
  months!.set(name, known === undefined || known === month ? month : 0);
}

export interface FoundDate {
  start: number;
  end: number;
  /** `2026-05-03`, or `2026-05` without a day. */
  day: string;
}

const DATE = new RegExp(
  [
    String.raw`\b(?<y1>20\d\d)-(?<m1>\d\d)-(?<d1>\d\d)\b`,
    String.raw`\b(?<d2>\d{1,2})\.\s?(?<m2>\d{1,2})\.\s?(?<y2>20\d\d)\b`,
    String.raw`\b(?<d3>\d{1,2})(?:st|nd|rd|th|er|\.)?\s(?:(?:de|of)\s)?(?<n3>\p{L}{3,12})\.?,?\s(?:(?:de|del)\s)?(?<y3>20\d\d)\b`,
    String.raw`(?<![\p{L}])(?<n4>\p{L}{3,12})\.?\s(?<d4>\d{1,2})(?:st|nd|rd|th)?,\s?(?<y4>20\d\d)\b`,
    String.raw`(?<![\p{L}])(?<n5>\p{L}{3,12})\s(?<y5>20\d\d)\b`,
  ].join("|"),
  "gu",
);

/** The dates of a text that can be read in one way only. `03/05/2026` is not one of them. */
export function datesIn(text: string): FoundDate[] {
  return Array.from(text.matchAll(DATE)).flatMap(({ index, 0: whole, groups = {} }) => {
    const of = (...names: string[]) => names.map((name) => groups[name]).find((value) => value !== undefined);
    const name = of("n3", "n4", "n5");
    const month = name === undefined ? Number(of("m1", "m2")) : (monthNames().get(foldedMonth(name)) ?? 0);
    const day = of("d1", "d2", "d3", "d4");
    const isReal = month >= 1 && month <= 12 && (day === undefined || (Number(day) >= 1 && Number(day) <= 31));
    if (!isReal) return [];
    const parts = [of("y1", "y2", "y3", "y4", "y5")!, String(month).padStart(2, "0")];
    if (day !== undefined) parts.push(day.padStart(2, "0"));
    return [{ start: index, end: index + whole.length, day: parts.join("-") }];
  });
}
