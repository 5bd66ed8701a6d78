import type { ErrorCode } from "../../errors/table";

/** Errors of every operation that a key or session calls for one domain. */
export const DOMAIN_ERRORS = [
  "invalid_request",
  "plan_required",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
] as const satisfies readonly ErrorCode[];
