import type { ErrorCode } from "./table";

const text = { type: "string" };
const list = (properties: Record<string, object>) => ({
  type: "array",
  items: { type: "object", properties, required: Object.keys(properties) },
});

const oauth = {
  error_description: { type: "string", description: "The message, under the name that OAuth has for it" },
};

/** Fields that an error's body has in addition to `error`, `message` and `requestId`, as JSON Schema. */
export const EXTRAS: Partial<Record<ErrorCode, Record<string, object>>> = {
  invalid_request: {
    issues: { ...list({ path: text, message: text }), description: "What is wrong, field by field" },
  },
  invalid_urls: {
    invalidUrls: { ...list({ url: text, reason: text }), description: "At most 100 of the URLs that were refused" },
  },
  insufficient_scope: { requiredScope: { type: "string", description: "What the person has to allow the app" } },
  invalid_redirect_uri: oauth,
  invalid_client_metadata: oauth,
  invalid_client: oauth,
  invalid_grant: oauth,
  invalid_scope: oauth,
  invalid_target: oauth,
  unsupported_grant_type: oauth,
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
