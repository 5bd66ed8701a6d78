import * as z from "zod";
import { normalizeDomain } from "../../lib/hosts/domain";
import { homeOf } from "../../web";
import { args, ConfirmInput, defineTool, DomainName } from "../define/define-tool";
import { finishedRuns } from "../define/finished-runs";

export const startAuditTool = defineTool({
  name: "start_audit",
  title: "Start an audit",
  description:
    "Starts an audit of a domain. It costs one on-demand audit of the plan and counts its pages against the month, so it needs `confirm: true`. wait_for_audit waits for its end.",
  input: args({
    domain: DomainName,
    urls: z
      .array(z.string().max(2_048))
      .min(1)
      .max(100)
      .optional()
      .describe("Where to start, or with mode `selected` the only pages to audit; the home page by default"),
    mode: z
      .enum(["follow", "selected", "sitemap"])
      .default("follow")
      .describe("`follow` links, only `selected` URLs, or the `sitemap`"),
    confirm: ConfirmInput,
  }),
  output: z.object({
    started: z.boolean(),
    runId: z.string().nullable(),
    wouldDo: z.string().nullable().describe("What `confirm: true` would do"),
    next: z.string(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  calls: ["listAudits", "listCachedPages", "startAudit"],
  run: async ({ domain, urls, mode, confirm }, { api }) => {
    // A person is asked only about a domain that the key reaches. Lists of audits are empty for others.
    await api.listCachedPages({ query: { domain, limit: 1 } });
    if (confirm) {
      const home = homeOf(normalizeDomain(domain) ?? domain).href;
      const { runId } = await api.startAudit({ body: { domain, urls: urls ?? [home], mode } });
      return { started: true, runId, wouldDo: null, next: "Call wait_for_audit with this runId." };
    }
    const { active } = await finishedRuns(api, domain);
    if (active) return { started: false, runId: active.id, wouldDo: null, next: RUNNING };
    const from = urls ? `from the ${urls.length} given URL(s)` : "from the home page";
    const wouldDo = `Audit ${domain} ${from} (${mode}). This uses one on-demand audit of the plan, and every page counts against the month's pages.`;
    return { started: false, runId: null, wouldDo, next: "If the person agrees, call it again with `confirm: true`." };
  },
});

const RUNNING = "An audit of this domain is running already. Call wait_for_audit with this runId.";
