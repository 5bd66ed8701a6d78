import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { deleteRuns } from "./repo";
import { deleteArchives } from "./store";

/** Stops a domain's audit and deletes all of its runs, archived ones too; what they cost stays booked. */
export async function deleteAudits(
  env: Pick<Bindings, "DB" | "DOMAIN_AUDIT" | "ARCHIVE">,
  domainId: string,
): Promise<void> {
  await env.DOMAIN_AUDIT.getByName(domainId).abandon();
  await deleteRuns(openDb(env.DB), domainId);
  await deleteArchives(env, domainId);
}
