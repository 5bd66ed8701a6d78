import * as z from "zod";
import { storedRobots } from "../../audit";
import type { ResponseOf, Client } from "../../client";
import { judgePath, rulesFor } from "../../web";
import { fitted, instant, Quoted, quoted, shortPath } from "../define/bounded";
import { args, LookBack, defineTool, READS } from "../define/define-tool";
import { finishedRuns } from "../define/finished-runs";
import { ToolRefusal } from "../define/refusal";

const Issue = z.object({ issueId: z.string(), severity: z.string(), found: Quoted.nullable() });
const View = z.object({ words: z.int(), links: z.int(), title: Quoted.nullable(), canonical: z.string().nullable() });

const MAX_ISSUES = 30;
const MAX_BLOCKED = 40;

export const inspectUrlTool = defineTool({
  name: "inspect_url",
  title: "Inspect one URL",
  description:
    "Everything known about one page: its snapshot in the cache and last renders, what the latest audit found in its raw HTML and after rendering, crawler visits, which crawlers robots.txt lets in, and whether AI answers cite it.",
  input: args({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .describe("The page's absolute URL"),
    days: LookBack,
  }),
  output: z.object({
    domain: z.string(),
    path: z.string(),
    snapshot: z
      .object({
        state: z.enum(["fresh", "stale", "expired"]),
        status: z.int(),
        renderedAt: z.string().nullable(),
        words: z.int(),
        forPhonesToo: z.boolean(),
      })
      .nullable()
      .describe("Null: not cached"),
    renders: z.array(
      z.object({ at: z.string().nullable(), outcome: z.string(), reason: z.string().nullable(), words: z.int() }),
    ),
    audit: z
      .object({
        runId: z.string(),
        status: z.int(),
        outcome: z.string(),
        healthScore: z.number(),
        indexable: z.boolean(),
        nonIndexableReason: z.string().nullable(),
        issueCount: z.int(),
        issues: z.array(Issue).describe("As many as fit"),
        raw: View.nullable(),
        rendered: View.nullable().describe("Null: not rendered, or the render failed"),
        changedByScripts: z.array(z.string()),
        renderedIssues: z.array(Issue),
      })
      .nullable()
      .describe("Null: no audit has seen the page"),
    visits: z.object({
      days: z.int(),
      total: z.int(),
      spoofed: z.int(),
      byProvider: z.array(z.object({ provider: z.string(), count: z.int() })),
    }),
    robots: z
      .object({
        asOf: z.string().nullable(),
        blocked: z.array(z.object({ crawler: z.string(), rule: Quoted })),
        allowed: z.int().describe("How many other crawlers may fetch it"),
      })
      .nullable()
      .describe("Verdicts for this path by the robots.txt of the latest audit"),
    citations: z.object({
      answers: z.int().describe("AI answers of the last 30 days that cite the page"),
      prompts: z.int(),
      providers: z.array(z.string()),
    }),
  }),
  annotations: READS,
  calls: [
    "listCachedPages",
    "listRenders",
    "readPageInsights",
    "readPageHistory",
    "listAudits",
    "readAudit",
    "readPromptStats",
  ],
  run: async ({ url, days }, { api }) => {
    const { host: domain, pathname, search } = new URL(url);
    const path = pathname + search;
    if (path.length > 2_000) throw new ToolRefusal("invalid_request", "The path is too long.");
    const [cached, renders, insights, history, robots, stats] = await Promise.all([
      api.listCachedPages({ query: { domain, path } }),
      api.listRenders({ query: { domain, path, limit: 3 } }),
      api.readPageInsights({ query: { url, days } }),
      api.readPageHistory({ path: { path }, query: { domain } }),
      robotsOf(api, domain, path),
      api.readPromptStats({ query: { domain } }),
    ]);
    const { total, spoofed, byProvider } = insights.crawlerVisits;
    return fitted(history.page?.issues.map(issueOf) ?? [], 0, (issues) => ({
      domain: insights.domain,
      path: shortPath(path),
      snapshot: snapshotOf(cached),
      renders: renders.renders.map(({ at, outcome, reason, words }) => ({ at: instant(at), outcome, reason, words })),
      audit: auditOf(history, issues),
      visits: { days, total, spoofed, byProvider: byProvider.slice(0, 20) },
      robots,
      citations: citationsOf(stats, path),
    }));
  },
});

function snapshotOf({ entries }: ResponseOf<"listCachedPages">) {
  const entry = entries[0];
  if (!entry) return null;
  const { state, status, createdAt, words, hasMobile } = entry;
  return { state, status, renderedAt: instant(createdAt), words, forPhonesToo: hasMobile };
}

type Page = NonNullable<ResponseOf<"readPageHistory">["page"]>;
type PageView = NonNullable<NonNullable<Page["rendered"]>["rendered"]>;

const issueOf = ({ id, severity, detail }: Page["issues"][number]) => ({
  issueId: id,
  severity,
  found: quoted(detail.found),
});

function auditOf({ page, history }: ResponseOf<"readPageHistory">, issues: Array<ReturnType<typeof issueOf>>) {
  if (!page) return null;
  const both = page.rendered;
  return {
    runId: history.find(({ statusCode }) => statusCode !== null)?.runId ?? "",
    status: page.statusCode,
    outcome: page.outcome,
    healthScore: page.healthScore,
    indexable: page.indexable,
    nonIndexableReason: page.nonIndexableReason,
    issueCount: page.issueCount,
    issues,
    raw: both && viewOf(both.raw),
    rendered: both?.rendered ? viewOf(both.rendered) : null,
    changedByScripts: both?.changed.slice(0, 20) ?? [],
    renderedIssues: (both?.issues ?? [])
      .slice(0, MAX_ISSUES)
      .map(({ id, severity }) => ({ issueId: id, severity, found: null })),
  };
}

const viewOf = ({ words, links, title, canonical }: PageView) => ({
  words,
  links,
  title: title === null ? null : quoted(title),
  canonical: canonical === null ? null : shortPath(canonical),
});

/** Verdicts for one path, by the rules of the latest audit's robots.txt. */
async function robotsOf(api: Pick<Client, "listAudits" | "readAudit">, domain: string, path: string) {
  const latest = (await finishedRuns(api, domain)).finished[0];
  if (!latest) return null;
  const { run } = await api.readAudit({ path: { runId: latest.id }, query: { limit: 1, robots: "true" } });
  const analysis = run.robotsAnalysis;
  if (!analysis.crawlerAccess) return null;
  const robots = storedRobots(analysis);
  const verdicts = analysis.crawlerAccess.map(({ token }) => {
    const { allowed, rule } = judgePath(rulesFor(robots, token).rules, path);
    return { token, allowed, rule };
  });
  const blocked = verdicts
    .filter(({ allowed }) => !allowed)
    .map(({ token, rule }) => ({ crawler: token, rule: quoted(rule?.pattern ?? "", 100) }));
  return {
    asOf: instant(analysis.fetchedAt ?? null),
    blocked: blocked.slice(0, MAX_BLOCKED),
    allowed: verdicts.length - blocked.length,
  };
}

/** Citations name URLs as the answers wrote them, so the path and query decide, without a final slash. */
function citationsOf({ ownPages }: ResponseOf<"readPromptStats">, path: string) {
  const plain = (text: string) => text.replace(/\/$/, "");
  const cited = ownPages.filter((page) => {
    const url = URL.parse(page.url);
    return url !== null && plain(url.pathname + url.search) === plain(path);
  });
  const sum = (count: (page: (typeof cited)[number]) => number) => cited.reduce((all, page) => all + count(page), 0);
  return {
    answers: sum(({ responses }) => responses),
    prompts: Math.max(0, ...cited.map(({ prompts }) => prompts)),
    providers: [...new Set(cited.flatMap(({ providers }) => providers))],
  };
}
