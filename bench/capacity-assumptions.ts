/** What bench/capacity.ts takes as given: sizes of customers, and what can't be counted, with bounds. */

export interface Size {
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
  /** Calls of the API and of assistants, half each. */
  apiCalls: number;
}

const small = { domains: 1, pages: 500, audits: 4, auditRenders: 0.1, visits: 10_000, renders: 3_000 };
const medium = { domains: 3, pages: 5_000, audits: 4, auditRenders: 0.1, visits: 300_000, renders: 60_000 };
const large = { domains: 10, pages: 50_000, audits: 4, auditRenders: 0.02, visits: 6_000_000, renders: 500_000 };

export const SIZES: Record<string, Size> = {
  small: { ...small, answers: 600, historyDays: 90, apiCalls: 1_000 },
  medium: { ...medium, answers: 5_000, historyDays: 365, apiCalls: 10_000 },
  large: { ...large, answers: 24_000, historyDays: 730, apiCalls: 100_000 },
};

interface Bounded {
  low: number;
  mid: number;
  high: number;
  what: string;
}

export const ASSUMED = {
  tabMs: { low: 1_000, mid: 2_000, high: 4_000, what: "ms that a page takes in its tab" },
  busyTabs: {
    low: 0.85,
    mid: 0.75,
    high: 0.5,
    what: "share of the tabs that are busy in a busy hour, by which the operator chooses the number of pools",
  },
  sessionRenders: { low: 50, mid: 20, high: 5, what: "renders that follow from one session of a crawler on a site" },
  sessionPauseMs: { low: 500, mid: 2_000, high: 10_000, what: "ms between two of them, on average" },
  awaited: {
    low: 0,
    mid: 0.05,
    high: 0.3,
    what: "share of the sessions on pages that are not in the cache, so that the crawler waits",
  },
  hot: { low: 0.8, mid: 0.5, high: 0.2, what: "share of hits that come while their page has a lease" },
  bodyReads: { low: 0.05, mid: 0.5, high: 1, what: "bodies read from KV per hit, because the isolate has no copy" },
  readTwice: {
    low: 0.05,
    mid: 0.3,
    high: 1,
    what: "share of renders whose body is read twice from R2, and then written to KV",
  },
  /** Of 66 applications that were stored twice, 64 had the same bytes: only new content makes a new body. */
  changed: {
    low: 0.1,
    mid: 0.6,
    high: 1,
    what: "share of renders with content that is new, whose body is written to R2",
  },
  hitCpuMs: { low: 0.3, mid: 1, high: 3, what: "ms of CPU per hit, with its visit" },
  pageCpuMs: { low: 0.7, mid: 1, high: 1.6, what: "ms of CPU per audited page" },
  awakeMs: { low: 1, mid: 5, high: 20, what: "ms that a call keeps an object awake, at 128 MB" },
  snapshotKb: { low: 5, mid: 12, high: 40, what: "KB per stored snapshot" },
  visitBytes: { low: 10, mid: 40, high: 40, what: "bytes per visit that an object keeps for 16 days" },
  busyHour: { low: 1, mid: 2, high: 4, what: "busy hour compared with the mean (limits, browsers at once)" },
} satisfies Record<string, Bounded>;
export type Assumptions = Record<keyof typeof ASSUMED, number>;

/** Per month, for the cache and for audits. */
export const rendersOf = ({ domains, pages, audits, auditRenders, renders }: Size) =>
  renders + domains * pages * audits * auditRenders;

/** What is stored at the end of a month of this kind, once the plan's history is full, in GB. */
export function stored(size: Size, a: Assumptions): Record<"d1Gb" | "objectGb" | "kvGb" | "r2Gb", number> {
  const { domains, pages, audits, visits, answers, historyDays } = size;
  const all = domains * pages;
  const months = historyDays / 30;
  const KB = 1e-6;
  return {
    // 17 KB per domain, 1 KB per run; answers stay in D1 for 13 days, 0.8 KB each with the ledger.
    d1Gb: (domains * 17 + domains * audits * months + answers * (13 / 30) * 0.8) * KB,
    // 2.5 KB of analyses per run. Pages of two runs at 1.2 KB, 1 KB of trend and visits per page, visits' ids. Answers: text for a
    // month, figures for good.
    objectGb:
      (domains * audits * months * 2.5 +
        all * 3.4 +
        (visits * (16 / 30) * a.visitBytes) / 1_000 +
        answers * (8.4 + months * 1.5)) *
      KB,
    // Bodies that were read twice are in KV too.
    kvGb: all * a.snapshotKb * a.readTwice * KB,
    // Snapshots, 0.2 KB per archived page, answers at a third of their size.
    r2Gb: (all * a.snapshotKb + all * audits * months * 0.2 + answers * months * 2.8) * KB,
  };
}
