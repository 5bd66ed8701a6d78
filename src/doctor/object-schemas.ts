import { VISIT_STEPS } from "../analytics/domain-visits/tables";
import { LINK_STEPS } from "../audit/crawl/fetch/link-steps";
import { AUDIT_STEPS } from "../audit/crawl/frontier/audit-steps";
import { LEDGER_STEPS } from "../automation/deploy-hook/ledger/tables";
import { DELIVERY_STEPS } from "../automation/webhooks/delivery-table";
import type { SchemaStep } from "../db/object-schema";
import type { Bindings } from "../env";
import { ANSWER_STEPS } from "../mentions/answers/tables";
import { INDEX_STEPS } from "../prerender/cache/tables";
import { POOL_STEPS } from "../prerender/render/pool-steps";

/** The bindings of Durable Objects. */
export type ObjectBinding = {
  [Name in keyof Bindings]: Bindings[Name] extends DurableObjectNamespace<infer _> ? Name : never;
}[keyof Bindings];

/** The steps of each class of objects, by its binding. A class without tables has none. */
export const OBJECT_STEPS: Record<Extract<ObjectBinding, string>, readonly SchemaStep[]> = {
  DOMAIN_AUDIT: AUDIT_STEPS,
  DOMAIN_VISITS: VISIT_STEPS,
  DOMAIN_ANSWERS: ANSWER_STEPS,
  SNAPSHOT_INDEX: INDEX_STEPS,
  RENDER_POOL: POOL_STEPS,
  RATE_LIMITER: [],
  LINK_HOST: LINK_STEPS,
  DEPLOY_LEDGER: LEDGER_STEPS,
  WEBHOOK_ENDPOINT: DELIVERY_STEPS,
};
