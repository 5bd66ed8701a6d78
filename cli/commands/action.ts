import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { CliError } from "../cli-error.ts";
import { complain, EXIT, judge, print, requireWritable, writeOutput, writeReport } from "../output.ts";
import { annotations } from "../github/annotations.ts";
import { baselineOf, pullRequestOf, writeComment } from "../github/pull-request.ts";
import { parseFailOn, type Condition } from "../report/fail-on.ts";
import { jsonReport } from "../report/json.ts";
import { markdownReport } from "../report/markdown.ts";
import { makeReport, type Report } from "../report/report.ts";
import { sarifReport } from "../report/sarif.ts";
import { readSavedRun } from "../report/saved-run.ts";
import { readText } from "../read-text.ts";
import { runAudit, type AuditOptions } from "./audit.ts";

/** GitHub refuses longer step summaries. */
const SUMMARY_BYTES = 1_000_000;
const MODES = ["follow", "sitemap", "selected"] as const;

/** The step of the GitHub Action: audits, compares, and writes what the workflow reads. Returns the exit code. */
export async function runAction(env: NodeJS.ProcessEnv): Promise<number> {
  const input = (name: string) =>
    env[`CRAWLREADY_INPUT_${name.toUpperCase().replaceAll("-", "_")}`]?.trim() || undefined;
  const conditions = conditionsOf(input("fail-on"));
  const names = targetsOf(input("url"), input("folder"));
  const pull = await pullRequestOf(env, input("token"));
  const artifact = input("artifact") ?? "crawlready-run";
  const baseline =
    input("baseline") === undefined && pull ? await baselineOf(pull, artifact) : await readBaseline(input("baseline"));
  const runFile = input("run-file") ?? "crawlready-run.json";
  const sarifFile = input("sarif-file") ?? "crawlready.sarif";
  requireWritable(runFile, "run-file");
  requireWritable(sarifFile, "sarif-file");
  // Until the token is repeated, the runner takes no output line for a command. The output quotes pages of the site.
  const token = randomUUID();
  let notes = "";
  await print(`::stop-commands::${token}\n`);
  try {
    const saved = await runAudit(names, optionsOf(input));
    const report = makeReport(saved, baseline);
    const areWritten = writeFiles([
      ["run-file", runFile, () => jsonReport(report), "w"],
      ["sarif-file", sarifFile, () => sarifReport(report), "w"],
      ["GITHUB_STEP_SUMMARY", env["GITHUB_STEP_SUMMARY"], () => summaryOf(report), "a"],
      ["GITHUB_OUTPUT", env["GITHUB_OUTPUT"], () => outputsOf(report), "a"],
    ]);
    await writeReport(report, { format: "text" });
    if (pull && input("comment") !== "false") await writeComment(pull, saved, baseline, input("as") ?? names.join(" "));
    const code = judge(report, conditions);
    if (pull && baseline) notes = annotations(report);
    return areWritten ? code : EXIT.failed;
  } finally {
    await print(`::${token}::\n`);
    await print(notes);
  }
}

/** An output's name, file and text, and whether it replaces or appends. */
type Output = [name: string, file: string | undefined, text: () => string, flag: "w" | "a"];

/** Writes what can be written and reports what can't. Returns whether everything was written. */
export function writeFiles(outputs: readonly Output[]): boolean {
  let areWritten = true;
  for (const [name, file, text, flag] of outputs)
    try {
      if (file) writeOutput(file, text(), name, flag);
    } catch (error) {
      complain((error as Error).message);
      areWritten = false;
    }
  return areWritten;
}

/** An empty input counts as not given. */
function conditionsOf(text: string | undefined): Condition[] {
  return text === undefined ? [] : parseFailOn(text);
}

function targetsOf(url: string | undefined, folder: string | undefined): string[] {
  if ((url === undefined) === (folder === undefined)) throw new CliError("Give either url or folder.");
  if (folder !== undefined && !existsSync(folder)) throw new CliError(`folder: ${folder} does not exist.`);
  return url === undefined ? [folder!] : url.split(/\s+/);
}

/** The first run of a repository has nothing to compare with. */
async function readBaseline(file: string | undefined) {
  if (file === undefined) return null;
  if (existsSync(file)) return readSavedRun(await readText(file, "baseline"), file);
  complain(`There is no baseline at ${file} yet, so nothing counts as new.`);
  return null;
}

function optionsOf(input: (name: string) => string | undefined): AuditOptions {
  const mode = MODES.find((each) => each === (input("mode") ?? "follow"));
  if (!mode) throw new CliError(`mode must be one of ${MODES.join(", ")}.`);
  const linesOf = (name: string) =>
    (input(name) ?? "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  return {
    mode,
    maxPages: numberOf(input("max-pages"), 1_000, "max-pages"),
    timeout: numberOf(input("timeout"), 600, "timeout"),
    include: linesOf("include"),
    exclude: linesOf("exclude"),
    header: linesOf("header"),
    sampling: true,
    render: input("render") !== "false",
    as: input("as"),
    service: input("service"),
  };
}

function numberOf(text: string | undefined, normal: number, name: string): number {
  if (text === undefined) return normal;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CliError(`${name} must be a number from 1 to 99999.`);
  return Number(text);
}

function summaryOf(report: Report): string {
  const text = markdownReport(report);
  if (Buffer.byteLength(text) <= SUMMARY_BYTES) return text;
  const start = Buffer.from(text).subarray(0, SUMMARY_BYTES).toString();
  return `${start.slice(0, start.lastIndexOf("\n"))}\n\nThe rest is left out.\n`;
}

/** Numbers only: no value can start a new line. */
function outputsOf({ run, totals, comparison }: Report): string {
  return `score=${run.healthScore}\nerrors=${totals.error}\nnew-errors=${comparison?.newTotals.error ?? 0}\n`;
}
