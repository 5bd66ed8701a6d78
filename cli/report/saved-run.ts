import type * as z from "zod";
import type { DetailAnswer, IssuesAnswer } from "../../src/audit/answers";
import { CliError } from "../cli-error.ts";

type Detail = z.infer<typeof DetailAnswer>;
export type Run = Detail["run"];
export type Page = Detail["pages"][number];
export type IssueKind = z.infer<typeof IssuesAnswer>["issues"][number];
export type Severity = IssueKind["severity"];

/** Version of the format of saved runs. */
const FORMAT = 1;

/** A run as `--format json` writes it and `--baseline` reads it: the answers of the API, and where they come from. */
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
  /** For a folder: the file of each path that was served. */
  files?: Record<string, string>;
}

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
  const isRun =
    value?.run && Array.isArray(value.pages) && Array.isArray(value.issues) && URL.canParse(value.url ?? "");
  if (!isRun)
    throw new CliError(`${name} is not a saved run. Give a file that \`crawlready audit --format json\` wrote.`);
  if (value!.format !== FORMAT) throw new CliError(`${name} was written by another version of crawlready.`);
  return value as SavedRun;
}

/** A run to save. */
export function saveRun(run: Omit<SavedRun, "format">): SavedRun {
  return { format: FORMAT, ...run };
}
