import type { Db } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { findDomainName, findVerifiedDomain } from "../repo/domains";
import { deleteHostCopy, writeHostCopy } from "./host-kv";

type Store = Pick<Bindings, "KV">;

/**
 * Brings a host's copy in KV up to date with D1: writes it when the domain is verified or changed, deletes it when the
 * domain is removed. If the write fails, the old copy expires on its own.
 */
export async function copyHost(env: Store, db: Db, host: string, now: number): Promise<void> {
  try {
    await syncHost(env, db, host, now);
  } catch (error) {
    log("warn", "host_not_copied", { host, error: String(error) });
  }
}

async function syncHost(env: Store, db: Db, host: string, now: number): Promise<void> {
  const row = await findVerifiedDomain(db, host);
  if (row) await writeHostCopy(env, row, now);
  else await deleteHostCopy(env, host);
}

/** Deletes a host's copy before its domain is removed: a Worker that dies in between must not leave one that serves it. */
export async function forgetHost(env: Store, host: string): Promise<void> {
  try {
    await deleteHostCopy(env, host);
  } catch (error) {
    log("warn", "host_not_copied", { host, error: String(error) });
  }
}

/**
 * The same as `copyHost` for a removed domain's host: a concurrent request may have written the copy again. Throws if that
 * fails, so that the purge is repeated: the copy would go on serving the domain.
 */
export async function copyRemovedHost(env: Store, db: Db, domainId: string, now: number): Promise<void> {
  const host = await findDomainName(db, domainId);
  if (host !== undefined) await syncHost(env, db, host, now);
}
