import * as z from "zod";
import { fitted, shortPath, skipCursor } from "../../define/bounded";
import { args, ListCursor, LookBack, defineTool, DomainName, nextCursorOf, READS } from "../../define/define-tool";

const CRAWLERS = 20;
const PAGES = 50;

export const whatCrawlersMissedTool = defineTool({
  name: "what_crawlers_missed",
  title: "What crawlers have not seen yet",
  description:
    "Per verified crawler, the pages whose content changed after its last visit and those it never read, most important first, and how many days it usually takes to fetch a change. renew_and_submit renews such pages.",
  input: args({
    domain: DomainName,
    days: LookBack,
    crawler: z.string().min(1).max(100).optional().describe("Lists the pages of this one only, such as GPTBot"),
    cursor: ListCursor,
  }),
  output: z.object({
    domain: z.string(),
    pages: z.int(),
    note: z.string().nullable().describe("Whether the crawler that was asked for has never come; null: it has"),
    crawlers: z.array(
      z.object({
        crawler: z.string(),
        read: z.int(),
        changed: z.int(),
        never: z.int(),
        unsure: z.int().describe("Changed on the day of its last visit: the order is not known"),
        medianDays: z.number().nullable(),
      }),
    ),
    unseen: z.array(
      z.object({
        crawler: z.string(),
        path: z.string(),
        reason: z.string(),
        lastVisit: z.string().nullable(),
        changedOn: z.string().nullable(),
        weight: z.number().describe("Share of visits plus share of citations, in percent"),
      }),
    ),
    nextCursor: nextCursorOf(`at most ${PAGES} pages for each crawler`),
  }),
  annotations: READS,
  calls: ["readUnseenPages"],
  run: async ({ domain, days, crawler, cursor }, { api }) => {
    const report = await api.readUnseenPages({ query: { domain, days, limit: PAGES, crawler } });
    const rows = report.crawlers;
    const { asked } = report;
    const unseen = rows.flatMap((row) =>
      row.pages.map(({ path, reason, lastVisit, change, weight }) => ({
        crawler: row.crawler,
        path: shortPath(path),
        reason,
        lastVisit,
        changedOn: change?.to ?? null,
        weight,
      })),
    );
    return fitted(unseen, skipCursor(cursor), (items, next) => ({
      domain,
      pages: report.pages,
      note: asked && !asked.hasVisited ? `${asked.crawler} has not visited: all pages are unread by it.` : null,
      crawlers: rows.slice(0, CRAWLERS).map(({ crawler: name, read, changed, never, unsure, medianDays }) => ({
        crawler: name,
        read,
        changed,
        never,
        unsure,
        medianDays,
      })),
      unseen: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
