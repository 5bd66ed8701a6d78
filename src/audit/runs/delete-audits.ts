import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import type { QueryBudget } from "../../db/delete-chunks";
import { deleteRuns } from "./repo";
import { deleteArchives } from "./store";

/**
 * Stops a domain's audit and deletes all its runs, including archived ones. Their usage stays booked. False: some are
 * left.
 */
export async function deleteAudits(
  env: Pick<Bindings, "DB" | "DOMAIN_AUDIT" | "ARCHIVE">,
  domainId: string,
  budget: QueryBudget,
): Promise<boolean> {
  await env.DOMAIN_AUDIT.getByName(domainId).abandon();
  if (!(await deleteRuns(openDb(env.DB), domainId, budget))) return false;
  await deleteArchives(env, domainId);
  return true;
}
