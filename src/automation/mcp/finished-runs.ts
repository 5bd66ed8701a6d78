import type { AnswerOf, Client } from "../../client";

export type ListedRun = AnswerOf<"listAudits">["runs"][number];

const isActive = ({ status }: ListedRun) => status === "queued" || status === "running";

/** A domain's finished audits, newest first, and the one that is running. Audits that found nothing don't count. */
export async function finishedRuns(
  api: Pick<Client, "listAudits">,
  domain: string,
): Promise<{ finished: ListedRun[]; active: ListedRun | null }> {
  const { runs } = await api.listAudits({ query: { domain } });
  const finished = runs.filter((run) => !isActive(run) && run.status !== "error");
  return { finished, active: runs.find(isActive) ?? null };
}
