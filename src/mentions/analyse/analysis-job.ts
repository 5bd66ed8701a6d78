import * as z from "zod";

/** A message on the analysis queue: make a due report, or analyse stored answers again. */
export const AnalysisJob = z.discriminatedUnion("kind", [
  /** `at`: time of the tick that sent it, epoch ms. The report covers the days up to this one. */
  z.object({ kind: z.literal("report"), domainId: z.string().min(1), at: z.number() }),
  /** `fromDay`: earlier days are done; all days without it. */
  z.object({ kind: z.literal("replay"), domainId: z.string().min(1), fromDay: z.string().optional() }),
]);
export type AnalysisJob = z.infer<typeof AnalysisJob>;
