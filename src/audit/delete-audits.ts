import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { deleteRuns } from "./repo";

/** Stops a domain's audit and deletes all of its runs; what they cost stays booked. */
export async function deleteAudits(env: Pick<Bindings, "DB" | "DOMAIN_AUDIT">, domainId: string): Promise<void> {
  await env.DOMAIN_AUDIT.getByName(domainId).abandon();
  await deleteRuns(openDb(env.DB), domainId);
}
