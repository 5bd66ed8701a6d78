import type { Bindings } from "../../env";
import { HOUR_MS, SECOND_MS } from "../../lib/time/time";
import type { HostCopy, HostRow } from "./host-row";

type Store = Pick<Bindings, "KV">;

/** How long after it was read from D1 a copy may be used. Isolates that use it renew it long before. */
const COPY_HOURS = 24;

/** How long a location may keep what it read from KV. The least that KV allows. */
const CACHE_SECONDS = 30;

const keyOf = (host: string) => `host:${host}`;

/** The part of a domain's row that serving needs. */
export async function hostRowOf(row: HostRow): Promise<HostRow> {
  return (await import("./host-row")).HostRow.parse(row);
}

/** The copy of a host's domain; null if there is none, it is too old or KV fails too. */
export async function readHostCopy(env: Store, host: string, now: number): Promise<HostCopy | null> {
  const text = await env.KV.get(keyOf(host), { type: "json", cacheTtl: CACHE_SECONDS }).catch(() => null);
  const { HostCopy: Copy } = await import("./host-row");
  const copy = Copy.nullable().catch(null).parse(text);
  return copy && copy.readAt + COPY_HOURS * HOUR_MS > now ? copy : null;
}

/** Stores what D1 just returned for a host. A KV key may have 512 bytes; a host name has at most 253. */
export async function writeHostCopy(env: Store, row: HostRow, now: number): Promise<void> {
  const copy: HostCopy = { readAt: now, row: await hostRowOf(row) };
  const expirationTtl = (COPY_HOURS * HOUR_MS) / SECOND_MS;
  await env.KV.put(keyOf(row.domain), JSON.stringify(copy), { expirationTtl });
}

export async function deleteHostCopy(env: Store, host: string): Promise<void> {
  await env.KV.delete(keyOf(host));
}
