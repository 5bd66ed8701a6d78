import * as z from "zod";
import { parseJson } from "../../../lib/text/json";
import { ReportV3 } from "./figures/schema";

/** Reports before v3. All their fields are kept. `providerCount` may replace v3's `providerInsights`. */
const ReportV2 = z.looseObject({
  version: z.literal("v2").optional(),
  stats: z.looseObject({}).optional(),
  quickSummary: z.unknown().optional(),
  actionItems: z.array(z.unknown()).optional(),
  providerCount: z.number().optional(),
});

export type ReadReport =
  | { format: "v3"; report: ReportV3 }
  | { format: "v2"; report: z.infer<typeof ReportV2> }
  | { format: "markdown"; text: string }
  | { format: "unreadable" };

/** Reads a stored report of any version: v3, v2, or the Markdown of the first daily and weekly reports. */
export function readReport({ reportJson, reportMarkdown }: { reportJson: string; reportMarkdown: string }): ReadReport {
  const payload = reportJson === "" ? undefined : parseJson(reportJson);
  const v3 = ReportV3.safeParse(payload);
  if (v3.success) return { format: "v3", report: v3.data };
  const v2 = ReportV2.safeParse(payload);
  if (v2.success) return { format: "v2", report: v2.data };
  return reportMarkdown === "" ? { format: "unreadable" } : { format: "markdown", text: reportMarkdown };
}
