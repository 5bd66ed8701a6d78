import type { ErrorCode } from "./table";

const text = { type: "string" };
const list = (properties: Record<string, object>) => ({
  type: "array",
  items: { type: "object", properties, required: Object.keys(properties) },
});

/** Fields that an error's body has in addition to `error`, `message` and `requestId`, as JSON Schema. */
export const EXTRAS: Partial<Record<ErrorCode, Record<string, object>>> = {
  invalid_request: {
    issues: { ...list({ path: text, message: text }), description: "What is wrong, field by field" },
  },
  invalid_urls: {
    invalidUrls: { ...list({ url: text, reason: text }), description: "At most 100 of the URLs that were refused" },
  },
  plan_required: { requiredPlan: { type: "string", enum: ["pro"], description: "The lowest plan that is enough" } },
  run_already_active: { runId: { type: "string", description: "The audit that is running" } },
  run_not_active: {
    status: { type: "string", enum: ["success", "limit_reached", "partial", "error"], description: "How it ended" },
  },
  verification_failed: {
    attempts: {
      ...list({ method: text, ok: { type: "boolean" }, lookedFor: text, found: text }),
      description: "Where we looked, and what we found",
    },
  },
};
