import type * as z from "zod";
import { STEPS } from "./core/deploy";
import type { DeployReport } from "./ledger/ledger";
import type { DeployShown } from "./schemas";

/** A deploy as callers see it. */
export function presentDeploy(report: DeployReport): z.infer<typeof DeployShown> {
  const { id, refs, state, error, askedAt, beganAt, endedAt, pages, auditRunId, changedPaths, missed } = report;
  const steps = STEPS.map((step) => {
    const { beganAt: from = null, endedAt: left = null, note = null } = report.steps[step] ?? {};
    const isCurrent = report.step === step;
    const to = from === null ? null : (left ?? endedAt);
    const ended = state === "failed" && isCurrent ? ("failed" as const) : ("done" as const);
    const stepState = from === null ? ("waiting" as const) : to === null ? ("running" as const) : ended;
    return { step, state: stepState, beganAt: from, endedAt: to, note, failures: isCurrent ? report.failures : 0 };
  });
  const { listed, submitted } = report.counts;
  const times = { askedAt, beganAt, endedAt };
  return { id, refs, state, error, ...times, steps, listed, pages, submitted, auditRunId, changedPaths, missed };
}
