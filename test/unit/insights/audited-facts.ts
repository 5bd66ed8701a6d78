import type { AuditedFacts } from "../../../src/insights/core/waste.ts";

/** A page that an audit found in order. */
export const auditedPage = (change: Partial<AuditedFacts> = {}): AuditedFacts => ({
  statusCode: 200,
  indexable: true,
  nonIndexableReason: null,
  duplicate: false,
  alike: false,
  ...change,
});
