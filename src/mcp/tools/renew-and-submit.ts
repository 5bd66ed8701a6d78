import * as z from "zod";
import { args, ConfirmInput, defineTool, DomainName } from "../define/define-tool";

export const renewAndSubmitTool = defineTool({
  name: "renew_and_submit",
  title: "Renew pages and tell search engines",
  description:
    "Removes pages from the cache, renders them again in the background and submits them to IndexNow, whether or not they changed. Needs `confirm: true`, as renders cost browser time. what_crawlers_missed later says when each crawler fetched them.",
  input: args({
    domain: DomainName,
    paths: z
      .array(z.string().min(1).max(2_048).startsWith("/", "must start with /"))
      .min(1)
      .max(100)
      .describe("Paths with their queries"),
    confirm: ConfirmInput,
  }),
  output: z.object({
    deployId: z.string().nullable(),
    state: z.string().nullable(),
    asked: z.int(),
    wouldDo: z.string().nullable(),
    next: z.string(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  calls: ["listDeploys", "reportDeploy"],
  run: async ({ domain, paths, confirm }, { api }) => {
    const asked = paths.length;
    if (!confirm) {
      await api.listDeploys({ query: { domain, limit: 1 } });
      const wouldDo = `Render ${asked} page(s) of ${domain} again and submit them to IndexNow.`;
      const next = "If the person agrees, call it again with `confirm: true`.";
      return { deployId: null, state: null, asked, wouldDo, next };
    }
    const { deploy } = await api.reportDeploy({ body: { domain, urls: paths, audit: false, resubmit: true } });
    const next = "what_crawlers_missed says when each crawler fetched them.";
    return { deployId: deploy.id, state: deploy.state, asked, wouldDo: null, next };
  },
});
