import * as z from "zod";
import { args, ConfirmInput, defineTool, DomainName } from "../define/define-tool";

export const prewarmPagesTool = defineTool({
  name: "prewarm_pages",
  title: "Render pages again now",
  description:
    "Renders up to 25 pages again and caches them, so that the next crawler gets the new version at once. Their cached versions are removed first. Needs `confirm: true`, as renders cost browser time.",
  input: args({
    domain: DomainName,
    paths: z
      .array(z.string().min(1).max(2_048).startsWith("/", "must start with /"))
      .min(1)
      .max(25)
      .describe("Paths with their queries"),
    confirm: ConfirmInput,
  }),
  output: z.object({
    rendered: z.int().nullable(),
    asked: z.int(),
    wouldDo: z.string().nullable(),
    next: z.string(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  calls: ["listCachedPages", "invalidatePaths"],
  run: async ({ domain, paths, confirm }, { api }) => {
    const asked = paths.length;
    if (!confirm) {
      await api.listCachedPages({ query: { domain, limit: 1 } });
      const wouldDo = `Render ${asked} page(s) of ${domain} in a browser and replace their cached versions.`;
      return { rendered: null, asked, wouldDo, next: "If the person agrees, call it again with `confirm: true`." };
    }
    const { prewarmed } = await api.invalidatePaths({ body: { domain, paths, prewarm: true } });
    const next = prewarmed === asked ? "All are cached." : "inspect_url says why a page was not cached.";
    return { rendered: prewarmed, asked, wouldDo: null, next };
  },
});
