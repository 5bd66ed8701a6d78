import { runInDurableObject } from "cloudflare:test";
import { env } from "./api.ts";

/** Runs `read` on the storage of a domain's visits. */
export function inVisits<T>(domainId: string, read: (storage: DurableObjectStorage) => T): Promise<T> {
  return runInDurableObject(env.DOMAIN_VISITS.getByName(domainId), (_, { storage }) => read(storage));
}

/** How many rows a table of a domain's visits has; 0 if the object is empty. */
export function visitRows(domainId: string, table: string, where = "TRUE"): Promise<number> {
  return inVisits(domainId, ({ sql }) => {
    const known = sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray();
    return known.length === 0
      ? 0
      : sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).one().n;
  });
}

/** The rows of `visit_daily` that are days, not blocks of them. */
export const DAYS = "(slot >> 11) & 32767 >= 8192";
