import type { Db } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../lib/log";
import { findDomainName, findVerifiedDomain } from "./domain-repo";
import { deleteHostCopy, writeHostCopy } from "./host-store";

type Store = Pick<Bindings, "KV">;

/**
 * Makes the copy in KV say of a host what D1 says now: written when the domain is verified or changed, gone when it is
 * removed. A copy that can't be written ends by itself.
 */
export async function copyHost(env: Store, db: Db, host: string, now: number): Promise<void> {
  try {
    const row = await findVerifiedDomain(db, host);
    if (row) await writeHostCopy(env, row, now);
    else await deleteHostCopy(env, host);
  } catch (error) {
    log("warn", "host_not_copied", { host, error: String(error) });
  }
}

/** The same for a removed domain's host: a request that was under way may have brought its copy back. */
export async function copyRemovedHost(env: Store, db: Db, domainId: string, now: number): Promise<void> {
  const host = await findDomainName(db, domainId);
  if (host !== undefined) await copyHost(env, db, host, now);
}
