import type { Client } from "../../src/client";
import { complain, EXIT, print } from "../output.ts";
import { ProgressLine } from "../progress.ts";
import { plainText, printableJson } from "../report/plain-text.ts";
import type { Page, Severity } from "../report/saved-run.ts";
import { remoteService, type ServiceOptions } from "../settings.ts";
import { urlOf } from "../target.ts";
import { runAudit, type AuditOptions } from "./audit.ts";

interface CheckText {
  id: string;
  title: string;
  fix: string;
}

/** What is known about one page. */
interface Inspection {
  url: string;
  page: Page | null;
  /** Crawlers that robots.txt keeps out. */
  blocked: string[];
  /** Crawler visits in 30 days; null: only a deployed service knows. */
  visits: number | null;
}

export type InspectOptions = ServiceOptions &
  Pick<AuditOptions, "render" | "timeout" | "header" | "headerFile"> & { format: "text" | "json" };

/** `crawlready inspect`: what is wrong with one page. A deployed service uses its latest audit. Returns the exit code. */
export async function inspect(name: string, options: InspectOptions): Promise<number> {
  const url = urlOf(name);
  const remote = await remoteService(options, process.env);
  const inspection = remote ? await inspectRemote(remote, url) : await inspectHere(url, options);
  if (options.format === "json") await print(`${printableJson(inspection)}\n`);
  else await print(`${linesOf(inspection).join("\n")}\n`);
  if (inspection.page !== null) return EXIT.fine;
  complain("No audit has seen this page.");
  return EXIT.failed;
}

/** Audits the page alone. */
async function inspectHere(url: URL, options: InspectOptions): Promise<Inspection & { checks: CheckText[] }> {
  const rest = { mode: "selected", maxPages: 1, include: [], exclude: [], sampling: false } as const;
  const { run, pages, issues } = await runAudit([url.href], { ...options, ...rest, include: [], exclude: [] });
  new ProgressLine().clear();
  const access = run.robotsAnalysis.crawlerAccess ?? [];
  const blocked = access.filter(({ verdict, blockedPaths }) => verdict === "blocked" || blockedPaths > 0);
  const checks = issues.map(({ id, title, fix }) => ({ id, title, fix: fix ?? "" }));
  return { url: url.href, page: pages[0] ?? null, blocked: blocked.map(({ token }) => token), visits: null, checks };
}

async function inspectRemote(api: Client, url: URL): Promise<Inspection & { checks: CheckText[] }> {
  const [{ page }, insights, { checks }] = await Promise.all([
    api.readPageHistory({ path: { path: url.pathname + url.search }, query: { domain: url.host } }),
    api.readPageInsights({ query: { url: url.href, days: 30 } }),
    api.listChecks(),
  ]);
  const ids = new Set(page?.issues.map(({ id }) => id));
  return {
    url: url.href,
    page,
    blocked: [],
    visits: insights.crawlerVisits.total ?? null,
    checks: checks.filter(({ id }) => ids.has(id)).map(({ id, title, fix }) => ({ id, title, fix })),
  };
}

const ORDER: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

function linesOf({ url, page, blocked, visits, checks }: Inspection & { checks: CheckText[] }): string[] {
  if (!page) return [plainText(url, 500)];
  const { statusCode, indexable, nonIndexableReason, healthScore, previewScore, rendered, issues } = page;
  const texts = new Map(checks.map((check) => [check.id, check]));
  const sorted = [...issues].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  return [
    plainText(url, 500),
    `Status     ${statusCode || page.outcome}`,
    `Indexable  ${indexable ? "yes" : `no (${nonIndexableReason ?? "unknown"})`}`,
    `Score      ${healthScore}, preview ${previewScore}`,
    ...(visits === null ? [] : [`Visits     ${visits} by crawlers in 30 days`]),
    ...(blocked.length > 0 ? [`Blocked    ${blocked.map((token) => plainText(token)).join(", ")} (robots.txt)`] : []),
    ...(rendered?.rendered
      ? [`As served  ${viewText(rendered.raw)}`, `Rendered   ${viewText(rendered.rendered)}`]
      : []),
    ...(rendered && !rendered.rendered ? [`Rendered   no: ${plainText(rendered.reason ?? rendered.outcome)}`] : []),
    "",
    issues.length === 0 ? "No issues found." : "Issues",
    ...sorted.flatMap(({ id, severity, detail }) => [
      `  ${severity}  ${plainText(texts.get(id)?.title ?? id)}  ${id}`,
      `    Found: ${plainText(detail.found)}`,
      `    Fix:   ${plainText(texts.get(id)?.fix ?? detail.expected, 500)}`,
    ]),
  ];
}

function viewText({ words, links, title }: { words: number; links: number; title: string | null }): string {
  return `${words} words, ${links} links, title ${title === null ? "missing" : `"${plainText(title, 100)}"`}`;
}
