import { finishReport, planReport, type ReportOptions } from "../output.ts";
import { readSavedRun } from "../report/saved-run.ts";
import { readText } from "../settings.ts";

/** `crawlready report`: writes a saved run in another format, or compares it. Returns the exit code. */
export function report(file: string, options: ReportOptions): Promise<number> {
  const plan = planReport(options);
  return finishReport(readSavedRun(readText(file, "run"), file), plan);
}
