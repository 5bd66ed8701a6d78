import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import type { QueryBudget } from "../../../db/delete-chunks";
import { stubOf } from "../../crawl/frontier/stub-of";
import { bookActiveRun, deleteRuns } from "../../repo";
import { deleteArchives } from "../pages/archive-bucket";

/**
 * Stops a domain's audit and deletes all its runs with their pages, including archived ones. Their usage stays booked. False: some are
 * left.
 */
export async function deleteAudits(
  env: Pick<Bindings, "DB" | "DOMAIN_AUDIT" | "ARCHIVE">,
  domainId: string,
  budget: QueryBudget,
): Promise<boolean> {
  const stub = stubOf(env, domainId);
  const db = openDb(env.DB);
  budget.left--;
  await bookActiveRun(db, domainId, await stub.activePages());
  await stub.abandon();
  if (!(await deleteRuns(db, domainId, budget))) return false;
  await stub.forget();
  await deleteArchives(env, domainId);
  return true;
}
