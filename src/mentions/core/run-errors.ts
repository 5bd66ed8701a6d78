import { FAILURE_KINDS } from "./failure-kinds";

/** Why a run ended without an answer: a provider failure or one of our own. */
export const RUN_ERROR_CODES = [
  ...FAILURE_KINDS,
  "account_suspended",
  "email_unproven",
  "domain_unverified",
  "budget_exhausted",
  "service_budget_exhausted",
  "interrupted",
  "expired",
  "cancelled",
  "analysis_failed",
] as const;
export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];
