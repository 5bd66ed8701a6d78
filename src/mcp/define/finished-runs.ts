import type { ResponseOf, Client } from "../../client";
import { normalizeDomain } from "../../lib/hosts/domain";
import { ToolRefusal } from "./refusal";

export type ListedRun = ResponseOf<"listAudits">["runs"][number];

/** The audit has not ended. */
export const isUnfinished = ({ status }: Pick<ListedRun, "status">) => status === "queued" || status === "running";

const isOf = (run: { domain: string }, domain: string) => run.domain === (normalizeDomain(domain) ?? domain);

/** Refuses a run of another domain. @throws ToolRefusal `run_not_found`. */
export function checkRun(run: { domain: string }, domain: string): void {
  if (!isOf(run, domain))
    throw new ToolRefusal(
      "run_not_found",
      "The audit belongs to another domain.",
      "Leave out `runId` for the latest audit.",
    );
}

/** A domain's finished audits, newest first, the one that speaks for the whole site, and the one that is running. Audits that found nothing don't count. */
export async function finishedRuns(
  api: Pick<Client, "listAudits">,
  domain: string,
): Promise<{ finished: ListedRun[]; ofSite: ListedRun | null; active: ListedRun | null }> {
  const listed = await api.listAudits({ query: { domain, analyses: "false" } });
  // A key of one domain gets the runs of that domain, whatever it requests.
  const runs = listed.runs.filter((run) => isOf(run, domain));
  const finished = runs.filter((run) => !isUnfinished(run) && run.status !== "error");
  const ofSite = finished.find(({ coversSite, status }) => coversSite && status !== "partial") ?? finished[0] ?? null;
  return { finished, ofSite, active: runs.find(isUnfinished) ?? null };
}
