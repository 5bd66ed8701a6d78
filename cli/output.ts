import { accessSync, closeSync, constants, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli-error.ts";
import { failedConditions, parseFailOn, requireBaseline, type Condition } from "./report/fail-on.ts";
import { FORMATS, type Format } from "./report/formats.ts";
import { plainText } from "./report/plain-text.ts";
import { makeReport, type Report } from "./report/report.ts";
import { readSavedRun, type SavedRun } from "./report/saved-run.ts";
import { readText } from "./read-text.ts";
import { isPipe, writePipe } from "./write-pipe.ts";

/** Exit codes of all commands. */
export const EXIT = { fine: 0, failed: 1, threshold: 2 } as const;

export interface ReportOptions {
  format: Format;
  output?: string;
  failOn?: string;
  baseline?: string;
}

/** What a report needs in addition to the run. Checked first, because an audit takes time. */
export interface ReportPlan {
  options: ReportOptions;
  conditions: Condition[];
  baseline: SavedRun | null;
}

/** @throws CliError if an option is wrong. */
export async function planReport(options: ReportOptions): Promise<ReportPlan> {
  const conditions = options.failOn === undefined ? [] : parseFailOn(options.failOn);
  if (options.output !== undefined) requireWritable(options.output, "--output");
  const file = options.baseline;
  if (file === undefined) requireBaseline(conditions);
  const baseline = file === undefined ? null : readSavedRun(await readText(file, "--baseline"), file);
  return { options, conditions, baseline };
}

/** Writes the report of a run and reports which conditions fail. Returns the exit code. */
export async function finishReport(saved: SavedRun, { options, conditions, baseline }: ReportPlan): Promise<number> {
  const report = makeReport(saved, baseline);
  await writeReport(report, options);
  return judge(report, conditions);
}

/** Writes a report to its file or to stdout. */
export async function writeReport(
  report: Report,
  { format, output }: Pick<ReportOptions, "format" | "output">,
): Promise<void> {
  const colours = output === undefined && process.stdout.isTTY && !process.env["NO_COLOR"];
  const folder = path.dirname(path.resolve(output ?? "report"));
  const pathTo = (file: string) => path.relative(folder, path.resolve(file));
  const text = FORMATS[format](report, { colours, pathTo });
  if (output === undefined) return print(text);
  try {
    if (isPipe(output)) await writePipe(output, text);
    else writeOutput(output, text, "--output");
  } catch (error) {
    // The disk is full or the folder is gone. The audit took work, so its result must not be lost.
    await print(text);
    throw error;
  }
}

export function writeOutput(file: string, text: string, option: string, flag: "w" | "a" = "w"): void {
  try {
    writeFileSync(file, text, { flag });
  } catch (error) {
    throw cantWrite(file, option, error);
  }
}

/**
 * Finds out before an audit whether its result can be written. Changes nothing.
 * @throws CliError if it can't.
 */
export function requireWritable(file: string, option: string): void {
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw new Error("it is a folder");
    // Opening a pipe would end its reader.
    if (existing) return accessSync(file, constants.W_OK);
    closeSync(openSync(file, "wx"));
    rmSync(file);
  } catch (error) {
    // A link to a file that is not there yet.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cantWrite(file, option, error);
  }
}

function cantWrite(file: string, option: string, error: unknown): CliError {
  return new CliError(`${option}: ${file || '""'} can't be written (${(error as Error).message}).`);
}

/** A reader that has gone is not our fault: without a listener, the stream's error would end the process. */
export function outliveReaders(streams: readonly NodeJS.WritableStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) stream.on("error", () => {});
}

const GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

/** Writes to stdout and waits until it is written. A reader that has left, such as `head`, is not a failure. */
export async function print(text: string, stream: NodeJS.WritableStream = process.stdout): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => stream.write(text, resolve));
  if (error && !GONE.has(error.code ?? "")) throw new CliError(`stdout can't be written (${error.message}).`);
}

/** A run that failed or was cut off at its deadline is a failure; one that misses a threshold has its own code. */
export function judge(report: Report, conditions: readonly Condition[]): number {
  const { run, timedOut } = report.saved;
  if (run.status === "error") {
    complain(run.errorMessage ?? "The audit failed.");
    return EXIT.failed;
  }
  if (timedOut) {
    complain("The time ran out before the audit was complete.");
    return EXIT.failed;
  }
  const failed = failedConditions(conditions, report);
  for (const each of failed) complain(`Threshold missed: ${each}`);
  return failed.length > 0 ? EXIT.threshold : EXIT.fine;
}

/** A line on stderr. */
export function complain(message: string): void {
  process.stderr.write(`${plainText(message, 2_000)}\n`);
}
