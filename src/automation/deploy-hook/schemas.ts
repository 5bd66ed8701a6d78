import * as z from "zod";
import { queryNumber } from "../../http/query-number";
import { MAX_GIVEN_PATHS, STEPS } from "./core/deploy";
import { PAGE_STATES } from "./core/page-state";

const domain = z.string().min(1).max(300).describe("A verified domain in the caller's account");

export const DeployBody = z.object({
  domain,
  ref: z
    .string()
    .regex(/^[\w./:@+-]{1,200}$/, "use up to 200 letters, digits and . / : @ + - _")
    .optional()
    .describe(
      "Name of the release, such as its commit; a second call with it returns the same deploy, unless that has failed",
    ),
  urls: z
    .array(z.string().min(1).max(2048))
    .min(1)
    .max(MAX_GIVEN_PATHS)
    .optional()
    .describe(
      "URLs or paths that the release changed, of this domain; by default, those that the sitemap says have changed since the previous deploy",
    ),
  indexNow: z.boolean().default(true).describe("Submit the pages whose content changed to IndexNow"),
  audit: z.boolean().default(true).describe("Audit the new and changed pages"),
  resubmit: z
    .boolean()
    .optional()
    .describe(
      "Submit the named `urls` to IndexNow even if their content is the same, for pages that crawlers have not seen since they changed",
    ),
});
export type DeployBody = z.infer<typeof DeployBody>;

const Counted = z.object(
  Object.fromEntries(PAGE_STATES.map((state) => [state, z.int()])) as Record<(typeof PAGE_STATES)[number], z.ZodInt>,
);

export const DeployShown = z.object({
  id: z.string(),
  refs: z.array(z.string()).describe("The releases that the deploy covers"),
  state: z.enum(["waiting", "running", "done", "failed"]),
  error: z.string().nullable().describe("Why it failed"),
  askedAt: z.int(),
  beganAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  steps: z
    .array(
      z.object({
        step: z.enum(STEPS),
        state: z.enum(["waiting", "running", "done", "failed"]),
        beganAt: z.int().nullable(),
        endedAt: z.int().nullable(),
        note: z.string().nullable().describe("Why the step did less than requested"),
        failures: z.int().describe("Failed attempts in a row"),
      }),
    )
    .describe("All steps, in order"),
  listed: z.int().describe("Pages from the sitemap and pages named by callers"),
  pages: Counted.describe(
    "Pages that may have changed: `chosen`, `removed` from the cache or `queued` for a render so far; in the end `same`, `changed`, `added` (new in the sitemap), `baseline` (nothing to compare with), `left_out` (beyond the hour's allowance of renders) or `not_rendered`",
  ),
  submitted: z.int().describe("Pages that IndexNow accepted"),
  auditRunId: z.string().nullable().describe("The audit of the new and changed pages"),
  changedPaths: z.array(z.string()).describe("The first 100 new and changed pages"),
  missed: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .describe("The first 100 pages that were not rendered, with reasons"),
});

export const DeployResponse = z.object({
  deploy: DeployShown,
  isNew: z.boolean().describe("False: an earlier call's deploy covers this release"),
  keyFile: z
    .string()
    .nullable()
    .describe(
      "URL at which IndexNow looks for the domain's key. The Worker serves it if the domain's traffic passes through it; null: there is no key",
    ),
});
export const OneDeployResponse = z.object({ deploy: DeployShown });

export const DeployQuery = z.object({ domain });
export const DeployParam = z.object({ deployId: z.string().min(1).describe("The deploy's id") });
export const DeploysQuery = z.object({
  domain,
  limit: queryNumber(1, 100).default(20).describe("Deploys per response"),
  cursor: queryNumber(1).optional().describe("nextCursor of the previous response"),
});
export const DeploysResponse = z.object({ deploys: z.array(DeployShown), nextCursor: z.string().nullable() });
