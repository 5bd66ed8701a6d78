export const PLANS = ["free", "starter", "pro", "business"] as const;
export type Plan = (typeof PLANS)[number];

/** What a plan allows. Monthly counts are per UTC calendar month. */
export interface Limits {
  /** Access to audits. */
  audits: boolean;
  /** Use of API keys for audits, analytics and AI mentions. Every plan may make keys, which work for everything else. */
  apiKeys: boolean;
  pagesPerRun: number;
  onDemandAuditsPerMonth: number;
  pagesPerMonth: number;
  /** Monitoring prompts, active or not. */
  prompts: number;
  domains: number;
  /** Endpoints that get events. */
  webhooks: number;
  /** Calls to AI providers per UTC day. */
  answersPerDay: number;
  /** Per key or session. */
  requestsPerMinute: number;
  /** Days that audits, answers and visibility reports are kept; the latest finished audit of a domain always is. */
  historyDays: number;
}

/** `answersPerDay` is enough to ask all four providers every prompt twice per day. */
const PLAN_LIMITS: Record<Plan, Limits> = {
  free: {
    audits: true,
    apiKeys: false,
    pagesPerRun: 100,
    onDemandAuditsPerMonth: 3,
    pagesPerMonth: 300,
    prompts: 3,
    domains: 1,
    webhooks: 1,
    answersPerDay: 24,
    requestsPerMinute: 60,
    historyDays: 30,
  },
  starter: {
    audits: true,
    apiKeys: false,
    pagesPerRun: 500,
    onDemandAuditsPerMonth: 10,
    pagesPerMonth: 5_000,
    prompts: 25,
    domains: 3,
    webhooks: 3,
    answersPerDay: 200,
    requestsPerMinute: 120,
    historyDays: 90,
  },
  pro: {
    audits: true,
    apiKeys: true,
    pagesPerRun: 5_000,
    onDemandAuditsPerMonth: 100,
    pagesPerMonth: 100_000,
    prompts: 100,
    domains: 20,
    webhooks: 10,
    answersPerDay: 800,
    requestsPerMinute: 600,
    historyDays: 365,
  },
  business: {
    audits: true,
    apiKeys: true,
    pagesPerRun: 50_000,
    onDemandAuditsPerMonth: 1_000,
    pagesPerMonth: 2_000_000,
    prompts: 500,
    domains: 200,
    webhooks: 50,
    answersPerDay: 4_000,
    requestsPerMinute: 3_000,
    historyDays: 730,
  },
};

/** The plan's limits with the operator's overrides for one account applied. */
export function limitsOf(plan: Plan, overrides: Partial<Limits> | null): Limits {
  return { ...PLAN_LIMITS[plan], ...overrides };
}
