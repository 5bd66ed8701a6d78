import { finishReport, planReport, type ReportOptions } from "../output.ts";
import { readSavedRun } from "../report/saved-run.ts";
import { readText } from "../read-text.ts";

/** `crawlready report`: writes a saved run in another format, or compares it. Returns the exit code. */
export async function report(file: string, options: ReportOptions): Promise<number> {
  const plan = await planReport(options);
  return finishReport(readSavedRun(await readText(file, "run"), file), plan);
}
