import * as z from "zod";
import { args, ConfirmInput, defineTool, DomainName } from "../define/define-tool";
import { ToolRefusal } from "../define/refusal";

const Path = z.string().min(1).max(2_048).startsWith("/", "must start with /");

export const removeFromCacheTool = defineTool({
  name: "remove_from_cache",
  title: "Remove pages from the cache",
  description:
    "Removes pages from the prerender cache, so that crawlers get them rendered anew: given paths, all paths under a beginning (`/blog/*`), or the whole site (`*`). Needs `confirm: true`. The next visit of each page costs a render.",
  input: args({
    domain: DomainName,
    paths: z.array(Path).min(1).max(100).optional().describe("Paths with their queries"),
    pattern: z
      .string()
      .max(2_048)
      .regex(/^(?:\/[^*?#]*)?\*$/, "must be `*`, or start with / and end in *")
      .optional()
      .describe("Instead of `paths`: the beginning of paths, ending in `*`; `*` alone: the whole site"),
    confirm: ConfirmInput,
  }),
  output: z.object({ removed: z.int().nullable(), wouldDo: z.string().nullable(), next: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  calls: ["listCachedPages", "invalidatePaths", "invalidatePattern", "invalidateSite"],
  run: async ({ domain, paths, pattern, confirm }, { api }) => {
    if ((paths === undefined) === (pattern === undefined))
      throw new ToolRefusal("invalid_request", "Give either `paths` or `pattern`.");
    if (!confirm) {
      const { total } = await api.listCachedPages({ query: { domain, limit: 1 } });
      const what = paths ? `${paths.length} path(s)` : pattern === "*" ? "all pages" : `the pages under ${pattern}`;
      const wouldDo = `Remove ${what} of ${domain} from the cache, which holds ${total} pages.`;
      return { removed: null, wouldDo, next: "If the person agrees, call it again with `confirm: true`." };
    }
    const { deleted } = paths
      ? await api.invalidatePaths({ body: { domain, paths } })
      : pattern === "*"
        ? await api.invalidateSite({ body: { domain } })
        : await api.invalidatePattern({ body: { domain, pattern: pattern! } });
    return { removed: deleted, wouldDo: null, next: "prewarm_pages renders pages again before crawlers ask." };
  },
});
