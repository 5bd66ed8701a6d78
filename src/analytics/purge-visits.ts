import { openDb } from "../db/client";
import type { QueryBudget } from "../db/delete-chunks";
import type { Bindings } from "../env";
import { deleteVisits } from "./legacy-repo";
import { visitsOf } from "./visits-of";

/**
 * Deletes all visits of a removed domain: its object's, and those that did not move there. Returns false if the budget
 * ran out first.
 */
export async function purgeVisits(
  env: Pick<Bindings, "DB" | "DOMAIN_VISITS">,
  domainId: string,
  budget: QueryBudget,
): Promise<boolean> {
  // First the object: it then moves nothing any more that is deleted here.
  await visitsOf(env, domainId).purge();
  return deleteVisits(openDb(env.DB), domainId, budget);
}
