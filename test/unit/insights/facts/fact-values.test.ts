import { describe, expect, it } from "vitest";
import { datesIn } from "../../../../src/insights/core/facts/dates.ts";
import { isComparable, valuesIn, type FactValue } from "../../../../src/insights/core/facts/values.ts";

describe("a date", () => {
  it.each([
    ["2026-05-03", "2026-05-03"],
    ["2026-12-31", "2026-12-31"],
    ["2026-01-01", "2026-01-01"],
    ["3.5.2026", "2026-05-03"],
    ["13. 12. 2026", "2026-12-13"],
    ["3rd of May 2026", "2026-05-03"],
    ["1st May, 2026", "2026-05-01"],
    ["22nd Jan. 2026", "2026-01-22"],
    ["30th December 2026", "2026-12-30"],
    ["1er janv. 2026", "2026-01-01"],
    ["3 fevrier 2026", "2026-02-03"],
    ["3 de mayo de 2026", "2026-05-03"],
    ["3 de mayo del 2026", "2026-05-03"],
    ["31. März 2026", "2026-03-31"],
    ["3 maja 2026", "2026-05-03"],
    ["maj 2026", "2026-05"],
    ["3 мая 2026", "2026-05-03"],
    ["Sept. 3rd, 2026", "2026-09-03"],
    ["MAY 3,2026", "2026-05-03"],
    ["January 2026", "2026-01"],
    ["December 2026", "2026-12"],
  ])("is read: %s", (text, day) => {
    expect(datesIn(`on ${text}.`)).toEqual([{ start: 3, end: 3 + text.length, day }]);
  });

  it.each([
    "2026-13-01",
    "2026-00-10",
    "2026-05-32",
    "2026-05-00",
    "32.5.2026",
    "3.13.2026",
    "0 May 2026",
    "32 May 2026",
    "May 32, 2026",
    "03/05/2026",
    "Model 2026",
    "3 bikes 2026",
    "3 May 1999",
    "x2026-05-03",
    "12026-05-03",
  ])("is not read where there is none: %s", (text) => expect(datesIn(text)).toEqual([]));

  it("is found beside others", () => {
    expect(datesIn("from May 2026 to 2026-07-04").map(({ day }) => day)).toEqual(["2026-05", "2026-07-04"]);
  });
});

const prices = (text: string) =>
  valuesIn(text).flatMap(({ kind, value, unit, period, loose }) =>
    kind === "price" ? [{ value, unit, period, loose }] : [],
  );
const plain = { value: "5", period: null, loose: false };

describe("a price", () => {
  it.each([
    ["€", "EUR"],
    ["£", "GBP"],
    ["¥", "JPY"],
    ["₹", "INR"],
    ["₩", "KRW"],
    ["₽", "RUB"],
    ["₺", "TRY"],
    ["₴", "UAH"],
    ["$", "USD"],
    ["US$", "USD"],
    ["A$", "AUD"],
    ["C$", "CAD"],
    ["R$", "BRL"],
  ])("has its currency in front or behind: %s", (sign, unit) => {
    expect(prices(`${sign}5`)).toEqual([{ ...plain, unit }]);
    expect(prices(`${sign} 5`)).toEqual([{ ...plain, unit }]);
    expect(prices(`5 ${sign}`)).toEqual([{ ...plain, unit }]);
  });

  it.each([
    ["CHF 5", "CHF"],
    ["5 SEK", "SEK"],
    ["5 zł", "PLN"],
    ["5 Kč", "CZK"],
    ["5 euro", "EUR"],
    ["5 Euros", "EUR"],
    ["5 euron", "EUR"],
    ["5 dollar", "USD"],
    ["5 Dollars", "USD"],
  ])("may have it as a word: %s", (text, unit) => expect(prices(text)).toEqual([{ ...plain, unit }]));

  it.each(["€1,2345", "5 dollarsome", "xCHF5", "version 5", "1.5.5 €"])("is none: %s", (text) =>
    expect(prices(text)).toEqual([]),
  );

  it.each(
    "/mo|/ mo|/mth|per month| / month| month|a month|pro Monat|im Monat|par mois|al mes|al mese|por meses|per maand|w miesiąc|monthly| (monthly| monatlich".split(
      "|",
    ),
  )("is paid each month: %s", (end) =>
    expect(prices(`€5${/^[a-z]/.test(end) ? " " : ""}${end}`)).toEqual([
      { value: "5", unit: "EUR", period: "month", loose: false },
    ]),
  );

  it.each(
    "/yr|/ yr|per year| / year| year|a year|pro Jahr|im Jahr|par an|al año|per jaar|yearly| (yearly| jährlich".split(
      "|",
    ),
  )("is paid each year: %s", (end) =>
    expect(prices(`€5${/^[a-z]/.test(end) ? " " : ""}${end}`)).toEqual([
      { value: "5", unit: "EUR", period: "year", loose: false },
    ]),
  );

  it.each(["€5 in one month", "€5 for one year", "€5 x monthly", "€5 x yearly", "€5 per user"])(
    "is paid at no known time: %s",
    (text) => expect(prices(text)[0]!.period).toBeNull(),
  );

  it.each([
    "from €5 a month for a team of people",
    "approx €5",
    "approx. €5",
    "ca €5",
    "ca. €5",
    "up to €5",
    "à partir de 5 €",
    "~€5",
    "~ €5",
    "≈€5",
    "<€5",
    "–€5",
    "+/- €5",
    "€5–9",
    "€5 - 9",
    "€5-€9",
    "€5–€ 9",
    "€5+",
    "€5 or more",
    "€5 to 9",
    "€5 to €9",
    "5 € bis 9 €",
    "5 € à 9 €",
    "5 € a 9",
    "€5 off",
  ])("is about right or a bound: %s", (text) =>
    expect(prices(text)[0]).toEqual({
      value: "5",
      unit: "EUR",
      period: expect.toBeOneOf([null, "month"]),
      loose: true,
    }),
  );

  it.each([
    "~~€5~~",
    "from the €5",
    "desab €5",
    "€5 for 9+",
    "€5 - nice",
    "€5 a day",
    "5 € bis morgen",
    "5 € à vie",
    "€5 to go",
    "€5 offer",
  ])("is exact: %s", (text) => expect(prices(text)).toEqual([{ ...plain, unit: "EUR" }]));
});

describe("the values of a line", () => {
  it("have their places, in order, and none is two", () => {
    const text = "99% of 50 Seats for 30 days since 3 May 2026: 5€3 users, some 10 GB";
    const of = (shown: string) => ({
      start: text.indexOf(shown),
      end: text.indexOf(shown) + shown.length,
      loose: false,
      period: null,
    });
    expect(valuesIn(text)).toEqual([
      { kind: "amount", value: "99", unit: "%", ...of("99%") },
      { kind: "amount", value: "50", unit: "seat", ...of("50 Seats") },
      { kind: "amount", value: "30", unit: "day", ...of("30 days") },
      { kind: "date", value: "2026-05-03", unit: "", ...of("3 May 2026") },
      { kind: "price", value: "5", unit: "EUR", ...of("5€") },
      { kind: "amount", value: "3", unit: "user", ...of("3 users") },
      { kind: "amount", value: "10", unit: "gb", ...of("10 GB"), loose: true },
    ]);
    expect(valuesIn("1,2345 users, no numbers")).toEqual([]);
  });

  const value = (change: Partial<FactValue>): FactValue => ({
    kind: "price",
    start: 0,
    end: 1,
    value: "5",
    unit: "EUR",
    period: null,
    loose: false,
    ...change,
  });
  const date = (day: string) => value({ kind: "date", unit: "", value: day });
  it.each([
    [{}, value({ value: "500" }), true],
    [{}, value({ unit: "USD" }), false],
    [{}, value({ kind: "amount" }), false],
    [{ period: "month" }, value({ period: "month" }), true],
    [{ period: "month" }, value({}), true],
    [{}, value({ period: "year" }), true],
    [{ period: "month" }, value({ period: "year" }), false],
    [date("2026-05-03"), date("2026-06-04"), true],
    [date("2026-05-03"), date("2026-05"), false],
  ] as const)("are compared if they are of the same: %j and %j, %s", (one, other, expected) => {
    expect(isComparable(value(one), other)).toBe(expected);
  });
});
