import * as z from "zod";
import { fitted, shortPath, skipCursor } from "../../define/bounded";
import { args, ListCursor, LookBack, defineTool, DomainName, nextCursorOf, READS } from "../../define/define-tool";

const PAGES = 50;

export const crawlRouterTool = defineTool({
  name: "crawl_router",
  title: "Where crawlers waste visits, and what routing them changed",
  description:
    "What verified crawlers could get instead: a redirect to the canonical page (301) or a page that is gone (410), with the visits that would spare, by kind of crawler, and the pages that are left alone with the reason. For what is switched on, what it changed against pages that chance left as they were. An owner switches it in the dashboard.",
  input: args({ domain: DomainName, days: LookBack, cursor: ListCursor }),
  output: z.object({
    domain: z.string(),
    proposals: z.array(
      z.object({
        action: z.string(),
        pages: z.int(),
        visits: z.int(),
        renders: z.int(),
        kinds: z.array(z.object({ kind: z.string(), visits: z.int() })),
        leftAlone: z.int(),
      }),
    ),
    repeatedVisits: z.int().describe("To pages that did not change: the cache answers 304 to crawlers that ask"),
    switches: z.array(z.object({ action: z.string(), kind: z.string(), verdict: z.string(), sentence: z.string() })),
    pages: z.array(
      z.object({
        action: z.string(),
        path: z.string(),
        target: z.string().nullable(),
        visits: z.int(),
        kept: z.string(),
      }),
    ),
    nextCursor: nextCursorOf(`at most ${PAGES} pages for each action`),
  }),
  annotations: READS,
  calls: ["readRouter"],
  run: async ({ domain, days, cursor }, { api }) => {
    const report = await api.readRouter({ query: { domain, days, limit: PAGES } });
    const pages = report.proposals.flatMap(({ action, paths, kept }) => [
      ...paths.map(({ path, target, visits }) => ({
        action,
        path: shortPath(path),
        target: target === null ? null : shortPath(target),
        visits,
        kept: "",
      })),
      ...kept.map(({ path, reason, visits }) => ({
        action,
        path: shortPath(path),
        target: null,
        visits,
        kept: reason,
      })),
    ]);
    return fitted(pages, skipCursor(cursor), (items, next) => ({
      domain,
      proposals: report.proposals.map(({ action, pages: count, visits, renders, kinds, keptPages }) => ({
        action,
        pages: count,
        visits,
        renders,
        kinds: kinds.map((each) => ({ kind: each.kind, visits: each.visits })),
        leftAlone: keptPages,
      })),
      repeatedVisits: report.repeats.visits,
      switches: report.switches.map(({ action, kind, verdict, sentence }) => ({ action, kind, verdict, sentence })),
      pages: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
