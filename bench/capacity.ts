/**
 * Computes what a month of the service costs on the platform, and how much of each limit it uses: sizes of customers times what
 * each piece of work was counted to use (test/fixtures/unit-costs.json) times list prices (src/usage/units.ts). What can't be
 * counted is in ASSUMED, with bounds. `node bench/capacity.ts` prints the tables of docs/capacity.md.
 */
import { readFileSync } from "node:fs";
import { BASE_FEE, UNIT_PRICES, UNSEEN_PRICES } from "../src/usage/units.ts";
import { browserTime, POLICY } from "./browser-time.ts";
import { cents, dollars, share, short, table } from "./capacity-tables.ts";
import { ASSUMED, rendersOf, SIZES, stored, type Assumptions, type Size } from "./capacity-assumptions.ts";

const DAYS = 30;
const SECONDS = DAYS * 86_400;
const PRICES = { ...UNIT_PRICES, ...UNSEEN_PRICES };
type Browsers = ReturnType<typeof browserTime>;
type Unit = keyof typeof PRICES;
type Usage = Partial<Record<Unit, number>>;
const UNITS = Object.keys(PRICES) as Unit[];

/** What each piece of work was counted to use. */
const COSTS = (() => {
  const file = new URL("../test/fixtures/unit-costs.json", import.meta.url);
  const { short, long } = JSON.parse(readFileSync(file, "utf8")) as Record<"short" | "long", Record<string, Usage>>;
  return (work: string): Usage => long[work] ?? short[work] ?? {};
})();

function plus(...parts: Usage[]): Usage {
  const sum: Usage = {};
  for (const part of parts) for (const unit of UNITS) if (part[unit]) sum[unit] = (sum[unit] ?? 0) + part[unit];
  return sum;
}

function times(usage: Usage, factor: number): Usage {
  return Object.fromEntries(UNITS.flatMap((unit) => (usage[unit] ? [[unit, usage[unit] * factor]] : [])));
}

/** Simulated once for each case. */
const simulated = new Map<string, Browsers>();
function browsersOf(size: Size, customers: number, a: Assumptions, policy = POLICY): Browsers {
  const of = { customers, domains: size.domains, rendersPerDay: rendersOf(size) / DAYS };
  const { tabMs, busyTabs, sessionRenders, sessionPauseMs, awaited, busyHour } = a;
  const habits = { tabMs, busyTabs, sessionRenders, sessionPauseMs, awaited, busyHour };
  const key = JSON.stringify([of, habits, policy]);
  if (!simulated.has(key)) simulated.set(key, browserTime(of, habits, policy));
  return simulated.get(key)!;
}

/** The pieces of work of one customer's month, with how often each is done. */
function workOf(size: Size, a: Assumptions, browsers: Browsers): Record<string, [count: number, each: Usage]> {
  const { domains, pages, audits, auditRenders, visits, renders, answers, apiCalls } = size;
  const audited = domains * pages * audits;
  const { openMs: browserMs, openings } = browsers;
  // A pool writes down its session twice, its account's time, its first alarm and the one that closes; then an alarm at each look.
  const objectRowsWritten = openings * 5 + browserMs / POLICY.idleMs;
  const inBrowser: Usage = { browserMs, objectGbSeconds: (browserMs / 1_000) * 0.128, objectRowsWritten };
  // A session leaves bodies that nothing refers to. The index sets an alarm for them, which runs after an hour and once more.
  const collected = times({ objectRowsWritten: 5, objectCalls: 2 }, 1 / a.sessionRenders);
  const [first, again] = [times(COSTS("firstRender"), a.changed), times(COSTS("renderAgain"), 1 - a.changed)];
  const rendered = plus(first, again, inBrowser, collected);
  const auditRender = plus(COSTS("auditRender"), inBrowser);
  return {
    "hits with their visits": [
      visits,
      plus(times(COSTS("hitOfHotPage"), a.hot), times(COSTS("hitAlone"), 1 - a.hot), {
        kvReads: a.bodyReads,
        cpuMs: a.hitCpuMs,
      }),
    ],
    "renders for the cache": [renders, plus(rendered, { kvWrites: a.readTwice, cpuMs: 15 })],
    "audited pages": [audited, plus(COSTS("auditedPage"), { cpuMs: a.pageCpuMs })],
    "their renders": [audited * auditRenders, plus(auditRender, { cpuMs: 5 })],
    "runs of audits": [domains * audits, plus(COSTS("auditRun"), { cpuMs: 200, r2ClassA: 4, r2ClassB: 2 })],
    "answers of AI providers": [answers, plus(COSTS("answer"), { cpuMs: 60 })],
    "visibility reports": [domains * DAYS, plus(COSTS("mentionReport"), { cpuMs: 50 })],
    "calls of the API": [apiCalls / 2, plus(COSTS("apiCall"), { cpuMs: 5 })],
    "calls of assistants": [apiCalls / 2, plus(COSTS("mcpCall"), { cpuMs: 10 })],
    "days of domains": [domains * DAYS, plus(COSTS("domainDay"), { cpuMs: 20 })],
  };
}

/** Objects are awake a while for each call. */
const awake = (usage: Usage, a: Assumptions): Usage => ({
  ...usage,
  objectGbSeconds: (usage.objectGbSeconds ?? 0) + (usage.objectCalls ?? 0) * (a.awakeMs / 1_000) * 0.128,
});

/** Usage of a month by `customers` customers of one size, of the `among` who share the pools. */
function usageOf(size: Size, customers: number, a: Assumptions, among = customers, policy = POLICY): Usage {
  const browsers = browsersOf(size, among, a, policy);
  const work = Object.values(workOf(size, a, browsers)).map(([count, each]) =>
    times(awake(each, a), count * customers),
  );
  const usage = plus(...work, times(stored(size, a), customers), times(awake(COSTS("serviceDay"), a), DAYS));
  // Browsers are billed by the daily peaks of a month.
  return { ...usage, browsers: (browsers.pools * customers) / among };
}

/** In dollars. `included` false: the first unit is paid for, too. */
function costOf(unit: Unit, amount: number, included = true): number {
  const { per, price, included: free } = PRICES[unit];
  return (Math.max(0, amount - (included ? free : 0)) / per) * price;
}

const totalOf = (usage: Usage) => UNITS.reduce((sum, unit) => sum + costOf(unit, usage[unit] ?? 0), BASE_FEE);
const listOf = (usage: Usage) => UNITS.reduce((sum, unit) => sum + costOf(unit, usage[unit] ?? 0, false), 0);

/** Limits of the platform, or of our settings, for what the whole service has only one of. */
function limitsOf(usage: Usage, size: Size, customers: number, a: Assumptions): Record<string, number> {
  return {
    "D1 storage (10 GB per database)": (usage.d1Gb ?? 0) / 10,
    // One thread. A statement that writes about five rows takes half a millisecond.
    "D1 time (one thread)": (((usage.d1RowsWritten ?? 0) / 5) * 0.0005 * a.busyHour) / SECONDS,
    "AI calls per day (AI_CALLS_PER_DAY, 20,000)": (size.answers * customers) / DAYS / 20_000,
    "browser seconds per day (BROWSER_SECONDS_PER_DAY, 172,800 tab seconds)":
      (rendersOf(size) * customers * (a.tabMs / 1_000)) / DAYS / 172_800,
    "browsers at once (120 per account)": (usage.browsers ?? 0) / 120,
    "one queue (5,000 messages per second)": (((usage.queueOps ?? 0) / 3) * a.busyHour) / SECONDS / 5_000,
    "upkeep of all domains (6 h, 10 shards at once of 10 s)":
      ((size.domains * customers) / 100 / 10) * (10 / (6 * 3_600)),
    "largest object (10 GB)": (stored(size, a).objectGb ?? 0) / size.domains / 10,
  };
}

const middle = Object.fromEntries(
  Object.entries(ASSUMED).map(([name, { mid }]) => [name, mid]),
) as unknown as Assumptions;
const sizes = Object.entries(SIZES);
const cases = sizes.flatMap(([name, size]) =>
  [100, 1_000, 10_000].map((customers) => ({ name, size, customers, usage: usageOf(size, customers, middle) })),
);
const head = cases.map(({ name, customers }) => `${customers.toLocaleString("en")} ${name}`);

console.log("Price of a customer\n");
/** So many of the same size share the pools with the customer. */
const AMONG = 1_000;
const one = (size: Size, a: Assumptions, policy = POLICY) => {
  const usage = usageOf(size, 1, a, AMONG, policy);
  return listOf({ ...usage, browsers: 0 }) - listOf(times(awake(COSTS("serviceDay"), a), DAYS));
};
table(
  ["Customer, dollars per month at list prices", ...sizes.map(([name]) => name)],
  [["all", ...sizes.map(([, size]) => one(size, middle).toFixed(2))]].concat(
    Object.keys(workOf(sizes[0]![1], middle, browsersOf(sizes[0]![1], AMONG, middle))).map((work) => {
      const prices = sizes.map(([, size]) => {
        const [count, each] = workOf(size, middle, browsersOf(size, AMONG, middle))[work]!;
        return cents(listOf(times(awake(each, middle), count)));
      });
      return [work].concat(prices);
    }),
    [["stored", ...sizes.map(([, size]) => cents(listOf(stored(size, middle))))]],
  ),
);
console.log("Assumptions and what they decide\n");
table(
  ["Assumed", "Low", "Used", "High", ...sizes.map(([name]) => `${name}, low to high`)],
  Object.entries(ASSUMED).map(([name, { low, mid, high, what }]) => {
    const priced = (size: Size, value: number) => one(size, { ...middle, [name]: value }).toFixed(2);
    const effects = sizes.map(([, size]) => `${priced(size, low)} to ${priced(size, high)}`);
    return [what, `${low}`, `${mid}`, `${high}`].concat(effects);
  }),
);
console.log("Browser time per render, simulated\n");
const open = (policy: typeof POLICY) =>
  cases.map(({ size, customers }) => browsersOf(size, customers, middle, policy).openMs.toFixed(0));
const shared = cases.map(({ size, customers }) => browsersOf(size, customers, middle));
table(
  ["Simulated", ...head],
  [
    ["pools", ...shared.map(({ pools }) => pools.toLocaleString("en"))],
    ["customers who share a pool", ...shared.map((each) => each.share.toFixed(each.share < 100 ? 1 : 0))],
    ["tries per render that found no tab in time", ...shared.map(({ refused }) => share(refused))],
    ["ms that a browser is open per render", ...open(POLICY)],
    ["the same if each stale page is rendered at once", ...open({ ...POLICY, gatherSeconds: 0 })],
  ],
);
console.log("Gathering, simulated with 1,000 customers\n");
table(
  [
    "Customers, and seconds between two gatherings",
    "ms open per render",
    "a stale page's way to its tab, mean and 95 of 100",
    "a waiting crawler's, mean and 95 of 100",
    "of those, start the browser",
    "all, dollars per month",
  ],
  sizes.flatMap(([name, size]) =>
    [0, 15, 30, 60].map((gatherSeconds) => {
      const policy = { ...POLICY, gatherSeconds };
      const { openMs, toTab, coldStarts } = browsersOf(size, AMONG, middle, policy);
      const inSeconds = ({ mean, p95 }: typeof toTab.live, digits: number) =>
        `${(mean / 1_000).toFixed(digits)} s, ${(p95 / 1_000).toFixed(digits)} s`;
      const paid = one(size, middle, policy).toFixed(2);
      const ways = [inSeconds(toTab.background, 0), inSeconds(toTab.live, 2), `${(coldStarts * 100).toFixed(1)} %`];
      return [`${name}, ${gatherSeconds}`, openMs.toFixed(0)].concat(ways, paid);
    }),
  ),
);
console.log("Usage per month\n");
table(
  ["Unit", ...head],
  UNITS.map((unit) => [unit as string].concat(cases.map(({ usage }) => short(usage[unit] ?? 0)))),
);
console.log("Dollars per month beyond the included amounts\n");
table(
  ["Dollars", ...head],
  [
    ...UNITS.map((unit) => [unit as string].concat(cases.map(({ usage }) => dollars(costOf(unit, usage[unit] ?? 0))))),
    ["all, with the base fee", ...cases.map(({ usage }) => dollars(totalOf(usage)))],
    ["per customer", ...cases.map(({ usage, customers }) => (totalOf(usage) / customers).toFixed(2))],
  ],
);
console.log("Share of each limit that is used (1.0 is full)\n");
const names = Object.keys(limitsOf(cases[0]!.usage, cases[0]!.size, 1, middle));
table(
  ["Limit", ...head],
  names.map((name) =>
    [name].concat(cases.map(({ usage, size, customers }) => share(limitsOf(usage, size, customers, middle)[name]!))),
  ),
);
const mixed = [
  [10_000, "small"],
  [1_000, "medium"],
  [100, "large"],
] as const;
const d1Gb = mixed.reduce((sum, [count, name]) => sum + count * (stored(SIZES[name]!, middle).d1Gb ?? 0), 0);
console.log(`D1 of 10,000 small, 1,000 medium and 100 large customers together: ${d1Gb.toFixed(1)} GB`);
