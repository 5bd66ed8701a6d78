import * as z from "zod";

/** What the queue of analyses is asked: to make a report that is due, or to analyse stored answers again. */
export const AnalysisJob = z.discriminatedUnion("kind", [
  /** `at`: the tick that asked, epoch ms; its day is the report's. */
  z.object({ kind: z.literal("report"), domainId: z.string().min(1), at: z.number() }),
  z.object({ kind: z.literal("replay"), domainId: z.string().min(1) }),
]);
export type AnalysisJob = z.infer<typeof AnalysisJob>;
