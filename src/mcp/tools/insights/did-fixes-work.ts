import * as z from "zod";
import { fitted, instant, skipCursor, somePaths } from "../../define/bounded";
import { args, ListCursor, defineTool, DomainName, NextCursor, READS } from "../../define/define-tool";

export const didFixesWorkTool = defineTool({
  name: "did_fixes_work",
  title: "Whether fixes worked",
  description:
    "Each issue that disappeared, as a dated chain: fixed, snapshot renewed, first fetched by each verified crawler, and whether AI answers cite the pages more than comparable pages. `sentence` says it plainly; repeat it rather than guess.",
  input: args({
    domain: DomainName,
    days: z.int().min(1).max(180).default(120).describe("Days whose audits are compared"),
    cursor: ListCursor,
  }),
  output: z.object({
    domain: z.string(),
    audits: z.int(),
    fixes: z.array(
      z.object({
        issueId: z.string(),
        pages: z.int(),
        fixedBy: z.string().nullable(),
        renewed: z.string().nullable(),
        fetched: z.array(z.object({ crawler: z.string(), pages: z.int(), first: z.string() })),
        verdict: z.string(),
        sentence: z.string(),
        samplePaths: z.array(z.string()),
      }),
    ),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["readFixes"],
  run: async ({ domain, days, cursor }, { api }) => {
    const { audits, fixes } = await api.readFixes({ query: { domain, days, limit: 3 } });
    const rows = fixes.map(({ issueId, pages, fixed, renewed, fetched, verdict, sentence, paths }) => ({
      issueId,
      pages,
      fixedBy: instant(fixed.to),
      renewed: instant(renewed?.first ?? null),
      fetched: fetched.slice(0, 8).map(({ crawler, pages: read, first }) => ({ crawler, pages: read, first })),
      verdict,
      sentence,
      samplePaths: somePaths(paths.map(({ path }) => path)),
    }));
    return fitted(rows, skipCursor(cursor), (items, next) => ({
      domain,
      audits,
      fixes: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
