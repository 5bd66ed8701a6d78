import * as z from "zod/mini";
import type { ResponseOf } from "../../src/client";
import { CliError } from "../cli-error.ts";

type RunDetail = ResponseOf<"readAudit">;
export type Run = RunDetail["run"];
export type Page = RunDetail["pages"][number];
export type IssueKind = ResponseOf<"listAuditIssues">["issues"][number];
export type Severity = IssueKind["severity"];

/** Version of the format of saved runs. */
const FORMAT = 1;

/** A run as `--format json` writes it and `--baseline` reads it: the responses of the API, and where they come from. */
export interface SavedRun {
  format: typeof FORMAT;
  /** Version of the command line. */
  version: string;
  /** The page that the audit began with. */
  url: string;
  /** The run was cut off at the deadline. */
  timedOut: boolean;
  run: Run;
  issues: IssueKind[];
  pages: Page[];
  /** For a folder: the file of each path that was served, relative to where the command ran. */
  files?: Record<string, string>;
}

const text = z.string();
const Detail = z.object({ found: text, expected: text, samples: z.optional(z.array(text)) });
const Issue = z.object({ id: text, detail: Detail });
const SitemapIssue = z.object({
  id: text,
  sitemapUrl: z.nullish(text),
  detail: text,
  fix: text,
  sampleUrls: z.array(text),
});

/** What reports read from a run. The service's own schemas would refuse a run of a version with other checks. */
const Shape = z.object({
  format: z.literal(FORMAT),
  url: text.check(z.refine((url) => URL.canParse(url))),
  run: z.object({
    healthScore: z.number(),
    pagesCrawled: z.number(),
    startedAt: z.number(),
    robotsAnalysis: z.object({ issues: z.optional(z.array(Issue)) }),
    sitemapIssues: z.array(SitemapIssue),
    topIssues: z.array(z.object({ id: text })),
  }),
  pages: z.array(z.object({ path: text, issues: z.array(Issue) })),
  issues: z.array(z.object({ id: text, title: text, severity: z.enum(["error", "warning", "notice"]) })),
});

/**
 * Reads a saved run.
 * @throws CliError if it is something else.
 */
export function readSavedRun(text: string, name: string): SavedRun {
  let value: Partial<SavedRun> | null;
  try {
    value = JSON.parse(text) as Partial<SavedRun> | null;
  } catch {
    throw new CliError(`${name} is not JSON. Give a file that \`crawlready audit --format json\` wrote.`);
  }
  if (typeof value?.format === "number" && value.format !== FORMAT)
    throw new CliError(`${name} was written by another version of crawlready.`);
  if (!Shape.safeParse(value).success)
    throw new CliError(`${name} is not a saved run. Give a file that \`crawlready audit --format json\` wrote.`);
  return value as SavedRun;
}

/** A run to save. */
export function saveRun(run: Omit<SavedRun, "format">): SavedRun {
  return { format: FORMAT, ...run };
}
