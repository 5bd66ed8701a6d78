import * as z from "zod";
import { Quoted, fitted, quoted, shortPath, skipCursor } from "../../define/bounded";
import { args, ListCursor, defineTool, DomainName, nextCursorOf, READS } from "../../define/define-tool";

const CRAWLERS = 20;
const INVALID_LINES = 10;
const PAGES = 20;

const pattern = z.string().max(2_048).regex(/^[/*]/, "must start with / or *");

export const tryPolicyTool = defineTool({
  name: "try_policy",
  title: "Try a robots.txt, redirects or noindex before saving",
  description:
    "Replays up to 180 days of crawler visits and AI citations under a proposed robots.txt, redirects or noindex: what each crawler would have lost, been spared or found elsewhere, by page, with the line that decides. It changes nothing.",
  input: args({
    domain: DomainName,
    days: z.int().min(1).max(180).default(180).describe("Days to replay, including today"),
    robotsTxt: z.string().max(100_000).optional().describe("The whole proposed file; left out, the present one stays"),
    noindex: z.array(pattern).max(100).optional().describe("Paths, with * and $ as in robots.txt"),
    redirects: z
      .array(z.strictObject({ from: pattern, to: z.string().max(2_048).startsWith("/") }))
      .max(100)
      .optional()
      .describe("Paths that would redirect crawlers, and where to"),
    cursor: ListCursor,
  }),
  output: z.object({
    domain: z.string(),
    visits: z.int(),
    judgedVisits: z.int(),
    invalidLines: z
      .array(z.object({ line: z.int(), text: Quoted, reason: z.string() }))
      .describe("Lines of the proposed file that crawlers do not understand, the first ten"),
    citations: z.int(),
    lostCitations: z.int(),
    crawlers: z.array(
      z.object({
        crawler: z.string(),
        visits: z.int(),
        lost: z.int(),
        spared: z.int(),
        moved: z.int(),
        allowed: z.int(),
      }),
    ),
    changes: z.array(
      z.object({
        who: z.string().describe("A crawler, or the AI provider whose answers cite the page"),
        path: z.string(),
        outcome: z.string(),
        count: z.int().describe("Visits, or answers of a provider"),
        decides: z.string(),
        line: z.int().nullable(),
      }),
    ),
    nextCursor: nextCursorOf(`at most ${PAGES} pages for each crawler and provider`),
  }),
  annotations: READS,
  calls: ["tryPolicy"],
  run: async ({ cursor, ...body }, { api }) => {
    const report = await api.tryPolicy({ body: { ...body, limit: PAGES } });
    const cited = report.citations.pages.map(({ provider, path, citations, by }) => ({
      who: provider,
      path: shortPath(path),
      outcome: "lost",
      count: citations,
      decides: shortPath(by.rule),
      line: by.line,
    }));
    const visited = report.crawlers.flatMap(({ crawler, pages }) =>
      pages.map(({ path, outcome, visits, by }) => ({
        who: crawler,
        path: shortPath(path),
        outcome,
        count: visits,
        decides: shortPath(by.rule),
        line: by.line,
      })),
    );
    return fitted([...cited, ...visited], skipCursor(cursor), (items, next) => ({
      domain: report.domain,
      visits: report.visits,
      judgedVisits: report.judgedVisits,
      invalidLines: report.invalidLines
        .slice(0, INVALID_LINES)
        .map(({ line, text, reason }) => ({ line, text: quoted(text), reason })),
      citations: report.citations.total,
      lostCitations: report.citations.lost,
      crawlers: report.crawlers.slice(0, CRAWLERS).map(({ crawler, visits, lost, spared, moved, allowed }) => ({
        crawler,
        visits,
        lost,
        spared,
        moved,
        allowed,
      })),
      changes: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
