import type { Bindings } from "../env";
import { SECOND_MS } from "../lib/time/time";

const keyOf = (zoneId: string) => `hostnames:blocked:${zoneId}`;
/** The least time that KV keeps an entry. */
const LEAST_SECONDS = 60;

type Store = Pick<Bindings, "KV">;

/** Until when Cloudflare wants no calls (epoch ms); 0: it takes them. */
export async function readBlocked(env: Store, zoneId: string): Promise<number> {
  return Number(await env.KV.get(keyOf(zoneId))) || 0;
}

export async function writeBlocked(env: Store, zoneId: string, until: number, now: number): Promise<void> {
  const expirationTtl = Math.max(LEAST_SECONDS, Math.ceil((until - now) / SECOND_MS));
  await env.KV.put(keyOf(zoneId), String(until), { expirationTtl });
}
