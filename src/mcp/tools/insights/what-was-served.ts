import * as z from "zod";
import { fitted, instant, shortPath, skipCursor } from "../../define/bounded";
import { args, ListCursor, defineTool, DomainName, NextCursor, READS } from "../../define/define-tool";

export const whatWasServedTool = defineTool({
  name: "what_was_served",
  title: "What crawlers were given",
  description:
    "The ledger of one page: per closed day which HTML the cache had for crawlers (its hash is the entity tag that they got), how alike that was to what a browser showed, and verified visits. A day without entries was served what the entry before says. Days are chained by hashes, and signed if `signed`.",
  input: args({
    domain: DomainName,
    path: z.string().min(1).max(2_048).describe("The page's path with its query, such as `/pricing`"),
    cursor: ListCursor,
  }),
  output: z.object({
    domain: z.string(),
    path: z.string(),
    closedDays: z.int(),
    days: z.array(
      z.object({
        day: z.string(),
        signed: z.boolean(),
        visits: z.array(z.object({ crawler: z.string(), visits: z.int() })),
        entries: z.array(
          z.object({
            since: z.string().nullable(),
            status: z.int(),
            screen: z.string(),
            entityTag: z.string(),
            alike: z.object({ given: z.int(), shown: z.int() }).nullable(),
          }),
        ),
      }),
    ),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["readLedger"],
  run: async ({ domain, path, cursor }, { api }) => {
    const ledger = await api.readLedger({ query: { domain, path, limit: 180 } });
    const rows = ledger.served.map(({ day, signed, visits, entries }) => ({
      day,
      signed,
      visits: visits.slice(0, 8),
      entries: entries.slice(-6).map(({ at, status, screen, body, alike }) => ({
        since: instant(at),
        status,
        screen,
        entityTag: body,
        alike,
      })),
    }));
    return fitted(rows, skipCursor(cursor), (items, next) => ({
      domain,
      path: shortPath(ledger.path),
      closedDays: ledger.days,
      days: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
