/**
 * Computes what a month of the service costs on the platform, from stated sizes of customers, costs per piece of work and
 * list prices, and how much of each limit it uses. `node bench/capacity.ts` prints the tables of docs/capacity.md.
 * Nothing here is measured by this script: change a number and run it again.
 */

const DAYS = 30;
const SECONDS = DAYS * 86_400;
const MB = 1 / 1_000;

interface Size {
  domains: number;
  /** Per domain. */
  pages: number;
  /** Whole audits of each domain per month. */
  audits: number;
  /** Share of audited pages that are also rendered. */
  auditRenders: number;
  /** Visits of crawlers per month, all domains together. */
  visits: number;
  /** Pages rendered for the cache per month, all domains together. */
  renders: number;
  /** Answers from AI providers per month, about a fifth of what the plan allows. */
  answers: number;
  historyDays: number;
  apiCalls: number;
}

const SIZES: Record<string, Size> = {
  small: {
    domains: 1,
    pages: 500,
    audits: 4,
    auditRenders: 0.1,
    visits: 10_000,
    renders: 3_000,
    answers: 600,
    historyDays: 90,
    apiCalls: 1_000,
  },
  medium: {
    domains: 3,
    pages: 5_000,
    audits: 4,
    auditRenders: 0.1,
    visits: 300_000,
    renders: 60_000,
    answers: 5_000,
    historyDays: 365,
    apiCalls: 10_000,
  },
  large: {
    domains: 10,
    pages: 50_000,
    audits: 4,
    auditRenders: 0.02,
    visits: 6_000_000,
    renders: 500_000,
    answers: 24_000,
    historyDays: 730,
    apiCalls: 100_000,
  },
};

/** Usage per month; storage in GB. */
const METERS = [
  "workerRequests",
  "workerCpuMs",
  "d1Read",
  "d1Written",
  "d1Gb",
  "doRequests",
  "doGbSeconds",
  "doRead",
  "doWritten",
  "doGb",
  "kvRead",
  "kvWritten",
  "kvGb",
  "r2ClassA",
  "r2ClassB",
  "r2Gb",
  "queueOps",
  "browserHours",
  "browsers",
] as const;
type Meter = (typeof METERS)[number];
type Usage = Partial<Record<Meter, number>>;

/** What one piece of work costs. The notes in docs/capacity.md say where each number comes from. */
const WORK: Record<string, (size: Size) => { count: number; each: Usage }> = {
  // A crawler's request. Half are answered under a read lease, without a call to the object.
  hit: ({ visits }) => ({
    count: visits,
    each: { workerRequests: 1, workerCpuMs: 2, doRequests: 0.5, doGbSeconds: 0.0006, doRead: 0.5, kvRead: 0.8 },
  }),
  // Counting it: a message holds about ten visits, and an object about five. Rows: id with its index, day and path with
  // their sums, and a part of a total and a response.
  visit: ({ visits }) => ({
    count: visits,
    each: { queueOps: 0.3, workerCpuMs: 0.2, doRequests: 0.2, doGbSeconds: 0.0003, doRead: 6, doWritten: 9 },
  }),
  // A page for the cache. Half of a browser's eight tabs are busy, and a page takes two seconds in its tab.
  render: ({ renders }) => ({
    count: renders,
    each: {
      browserHours: 1 / 7_200,
      doRequests: 4,
      doGbSeconds: 0.25,
      doWritten: 8,
      doRead: 20,
      kvWritten: 2,
      r2ClassA: 1,
      queueOps: 3,
      workerRequests: 1,
      workerCpuMs: 15,
    },
  }),
  // An audited page: its row and its two places in the frontier, with indexes. 40 pages per call of the object.
  auditedPage: ({ domains, pages, audits }) => ({
    count: domains * pages * audits,
    each: { workerCpuMs: 1, doRequests: 0.03, doGbSeconds: 0.006, doRead: 8, doWritten: 7, queueOps: 0.02 },
  }),
  auditRender: ({ domains, pages, audits, auditRenders }) => ({
    count: domains * pages * audits * auditRenders,
    each: { browserHours: 1 / 7_200, doRequests: 2, doGbSeconds: 0.25, workerCpuMs: 5 },
  }),
  // A run: its start, phases, end and archive.
  run: ({ domains, audits }) => ({
    count: domains * audits,
    each: { d1Read: 50, d1Written: 30, doRequests: 50, doWritten: 100, r2ClassA: 4, r2ClassB: 2, workerCpuMs: 200 },
  }),
  // An answer of an AI provider: run, ledger, fact, schedule, with their indexes.
  answer: ({ answers }) => ({
    count: answers,
    each: { d1Read: 150, d1Written: 30, queueOps: 4, workerCpuMs: 60 },
  }),
  apiCall: ({ apiCalls }) => ({
    count: apiCalls,
    each: { workerRequests: 1, workerCpuMs: 5, d1Read: 20, doRequests: 3, doRead: 200, doGbSeconds: 0.002 },
  }),
  // The crons: four upkeeps per day and domain, each two calls of objects and one row of D1.
  upkeep: ({ domains }) => ({
    count: domains * 4 * DAYS,
    each: { d1Read: 3, d1Written: 1, doRequests: 2, doRead: 100, doWritten: 2, doGbSeconds: 0.01, queueOps: 0.03 },
  }),
};

/** What is stored at the end of a month of this kind, in GB. */
function stored({ domains, pages, audits, visits, answers, historyDays }: Size): Usage {
  const all = domains * pages;
  return {
    // 32 KB per domain for its settings, keys and log; 5 KB per run; 9 KB per answer with its analysis and indexes.
    d1Gb: (domains * 0.032 + domains * audits * (historyDays / 30) * 0.005 + answers * (historyDays / 30) * 0.009) * MB,
    // Pages of two runs at 1.2 KB, 1 KB of trend, frontier and visits per page, 40 bytes per visit's id for 16 days.
    doGb: (all * 2 * 0.0012 + all * 0.001 + visits * (16 / 30) * 0.00004) * MB,
    // A snapshot of a page has 12 KB. An archived page has 0.2 KB.
    kvGb: all * 0.012 * MB,
    r2Gb: (all * 0.012 + all * audits * (historyDays / 30) * 0.0002) * MB,
  };
}

/** List prices in dollars per unit beyond the included amount, per month. */
const PRICES: Record<Meter, { per: number; price: number; included: number }> = {
  workerRequests: { per: 1e6, price: 0.3, included: 10e6 },
  workerCpuMs: { per: 1e6, price: 0.02, included: 30e6 },
  d1Read: { per: 1e6, price: 0.001, included: 25e9 },
  d1Written: { per: 1e6, price: 1, included: 50e6 },
  d1Gb: { per: 1, price: 0.75, included: 5 },
  doRequests: { per: 1e6, price: 0.15, included: 1e6 },
  doGbSeconds: { per: 1e6, price: 12.5, included: 400e3 },
  doRead: { per: 1e6, price: 0.001, included: 25e9 },
  doWritten: { per: 1e6, price: 1, included: 50e6 },
  doGb: { per: 1, price: 0.2, included: 5 },
  kvRead: { per: 1e6, price: 0.5, included: 10e6 },
  kvWritten: { per: 1e6, price: 5, included: 1e6 },
  kvGb: { per: 1, price: 0.5, included: 1 },
  r2ClassA: { per: 1e6, price: 4.5, included: 1e6 },
  r2ClassB: { per: 1e6, price: 0.36, included: 10e6 },
  r2Gb: { per: 1, price: 0.015, included: 10 },
  queueOps: { per: 1e6, price: 0.4, included: 1e6 },
  browserHours: { per: 1, price: 0.09, included: 10 },
  browsers: { per: 1, price: 2, included: 10 },
};
const BASE_FEE = 5;

/** Usage of a month by `customers` customers of one size. */
function usageOf(size: Size, customers: number): Record<Meter, number> {
  const usage = Object.fromEntries(METERS.map((meter) => [meter, 0])) as Record<Meter, number>;
  const add = (part: Usage, times: number) => {
    for (const meter of METERS) usage[meter] += (part[meter] ?? 0) * times;
  };
  for (const work of Object.values(WORK)) {
    const { count, each } = work(size);
    add(each, count * customers);
  }
  add(stored(size), customers);
  // A busy hour has twice the mean, and browsers are billed by the daily peaks of a month.
  usage.browsers = Math.max(1, Math.ceil((usage.browserHours / (DAYS * 24)) * 2));
  return usage;
}

function costOf(meter: Meter, amount: number): number {
  const { per, price, included } = PRICES[meter];
  return (Math.max(0, amount - included) / per) * price;
}

/** Limits of the platform, or of our settings, for what the whole service has only one of. */
function limitsOf(usage: Record<Meter, number>, size: Size, customers: number): Record<string, number> {
  return {
    "D1 storage (10 GB per database)": usage.d1Gb / 10,
    // One thread. A statement that writes about five rows takes half a millisecond; twice the mean in a busy hour.
    "D1 time (one thread)": ((usage.d1Written / 5) * 0.0005 * 2) / SECONDS,
    "AI calls per day (AI_CALLS_PER_DAY, 20,000)": (size.answers * customers) / DAYS / 20_000,
    "browser seconds per day (BROWSER_SECONDS_PER_DAY, 172,800 tab seconds)":
      (usage.browserHours * 3_600 * 4) / DAYS / 172_800,
    "browsers at once (120 per account)": usage.browsers / 120,
    "one queue (5,000 messages per second)": ((usage.queueOps / 3) * 2) / SECONDS / 5_000,
    "upkeep of all domains (6 h, 10 shards at once of 10 s)":
      ((size.domains * customers) / 100 / 10) * (10 / (6 * 3_600)),
    "largest object (10 GB)": (stored(size).doGb ?? 0) / size.domains / 10,
  };
}

function table(head: string[], rows: string[][]): void {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  console.log([line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""].join("\n"));
}

const dollars = (amount: number) => (amount === 0 ? "0" : amount < 1 ? "< 1" : Math.round(amount).toLocaleString("en"));
const short = (n: number) =>
  n >= 1e9
    ? `${(n / 1e9).toFixed(1)} G`
    : n >= 1e6
      ? `${(n / 1e6).toFixed(1)} M`
      : n >= 1e4
        ? `${(n / 1e3).toFixed(0)} k`
        : n.toFixed(n < 10 ? 1 : 0);

const COUNTS = [100, 1_000, 10_000];
const cases = Object.entries(SIZES).flatMap(([name, size]) =>
  COUNTS.map((customers) => ({ name, size, customers, usage: usageOf(size, customers) })),
);
const head = cases.map(({ name, customers }) => `${customers.toLocaleString("en")} ${name}`);

console.log("Usage per month\n");
table(
  ["Unit", ...head],
  METERS.map((meter) => [meter, ...cases.map(({ usage }) => short(usage[meter]))]),
);
console.log("Dollars per month beyond the included amounts\n");
table(
  ["Unit", ...head],
  [
    ...METERS.map((meter) => [meter, ...cases.map(({ usage }) => dollars(costOf(meter, usage[meter])))]),
    ["all, with the base fee", ...cases.map(({ usage }) => dollars(totalOf(usage)))],
    ["per customer", ...cases.map(({ usage, customers }) => (totalOf(usage) / customers).toFixed(2))],
  ],
);
console.log("Share of each limit that is used (1.0 is full)\n");
const names = Object.keys(limitsOf(cases[0]!.usage, cases[0]!.size, 1));
table(
  ["Limit", ...head],
  names.map((name) => {
    const shares = cases.map(({ usage, size, customers }) => limitsOf(usage, size, customers)[name]!);
    return [name].concat(shares.map((share) => (share < 0.01 ? "< 0.01" : share.toFixed(share < 10 ? 2 : 0))));
  }),
);

function totalOf(usage: Record<Meter, number>): number {
  return METERS.reduce((sum, meter) => sum + costOf(meter, usage[meter]), BASE_FEE);
}
