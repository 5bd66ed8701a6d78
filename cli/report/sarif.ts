import { createHash } from "node:crypto";
import { plainText } from "./plain-text.ts";
import type { Finding, Group, Report } from "./report.ts";
import { foundText } from "./summary.ts";

/** GitHub reads at most this many results of a run. */
const MAX_RESULTS = 5_000;
const LEVELS = { error: "error", warning: "warning", notice: "note" } as const;

/**
 * The report in the Static Analysis Results Interchange Format 2.1.0, for code scanning. Results point to the file that
 * was served, or else to the page's URL. With a baseline, all results are new.
 */
export function sarifReport(report: Report): string {
  const { saved, groups } = report;
  const results = groups.flatMap((group, ruleIndex) =>
    group.findings.map((finding) => resultOf(group, ruleIndex, finding, report)),
  );
  const left = results.length - MAX_RESULTS;
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "crawlready", semanticVersion: saved.version, rules: groups.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: !saved.timedOut && saved.run.status !== "error",
            ...(left > 0 && {
              toolExecutionNotifications: [
                { level: "warning", message: { text: `${left} more results are left out.` } },
              ],
            }),
          },
        ],
        automationDetails: { id: "crawlready/" },
        properties: { url: uriOf(saved.url), score: saved.run.healthScore, pages: saved.run.pagesCrawled },
        results: results.slice(0, MAX_RESULTS),
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}

function ruleOf({ id, title, why, fix, severity }: Group) {
  return {
    id,
    shortDescription: { text: plainText(title) },
    fullDescription: { text: plainText(why ?? title, 1_000) },
    help: { text: plainText(fix ?? why ?? title, 1_000) },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf(group: Group, ruleIndex: number, finding: Finding, { saved, comparison }: Report) {
  const { path, url, expected, isNew } = finding;
  const place = path ?? URL.parse(url)?.pathname ?? "/";
  const file = saved.files?.[place];
  return {
    ruleId: group.id,
    ruleIndex,
    level: LEVELS[group.severity],
    message: {
      text: unlinked(
        `${plainText(group.title)} (${plainText(url, 500)}): ${plainText(foundText(finding))}. Expected: ${plainText(expected)}`,
      ),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file === undefined ? uriOf(url) : fileUri(file) },
          region: { startLine: 1 },
        },
      },
    ],
    // The same issue of the same page is the same result in every run.
    partialFingerprints: { "crawlready/v1": createHash("sha256").update(`${group.id} ${place}`).digest("hex") },
    ...(comparison && { baselineState: isNew ? "new" : "unchanged" }),
  };
}

/** A message's text in which nothing is a link (SARIF 2.1.0 §3.11.6): a page could choose where it leads. */
const unlinked = (text: string) => text.replace(/[\\[\]]/g, "\\$&");

/** A valid URI without credentials. The URL parser keeps some characters that are not allowed in one. */
function uriOf(url: string): string {
  const parsed = URL.parse(url.slice(0, 4_096));
  if (!parsed) return "about:blank";
  const { protocol, host, pathname, search, hash } = parsed;
  const rest = `${pathname}${search}${hash.replace(/(?<!^)#/g, "%23")}`;
  return `${protocol}//${host}${rest.replace(/%(?![\da-f]{2})|[^\w!#$%&'()*+,./:;=?@~-]/giu, encodeURIComponent)}`;
}

/** A relative path as a URI reference. */
export function fileUri(file: string): string {
  return file.split(/[\\/]/).map(encodeURIComponent).join("/");
}
