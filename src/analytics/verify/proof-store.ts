import * as z from "zod";
import type { RangeSourceId } from "../catalogue/range-sources";
import type { Bindings } from "../../env";
import { DAY_MS } from "../../lib/time";

type Store = Pick<Bindings, "KV">;

const RangeCopy = z.object({ fetchedAt: z.number(), ranges: z.array(z.string()) });
export type RangeCopy = z.infer<typeof RangeCopy>;

const rangeKey = (source: RangeSourceId) => `proof:ranges:${source}`;

/** The last good copy of a published list; null if there has never been one. */
export async function readRanges(env: Store, source: RangeSourceId): Promise<RangeCopy | null> {
  return RangeCopy.nullable()
    .catch(null)
    .parse(await env.KV.get(rangeKey(source), "json"));
}

export async function writeRanges(env: Store, source: RangeSourceId, copy: RangeCopy): Promise<void> {
  await env.KV.put(rangeKey(source), JSON.stringify(copy));
}

const Names = z.array(z.string());

/** Names that resolve back to an address, found within the last day; null if they were not looked up. */
export async function readNames(env: Store, ip: string): Promise<string[] | null> {
  return Names.nullable()
    .catch(null)
    .parse(await env.KV.get(`proof:names:${ip}`, "json"));
}

export async function writeNames(env: Store, ip: string, names: readonly string[]): Promise<void> {
  await env.KV.put(`proof:names:${ip}`, JSON.stringify(names), { expirationTtl: DAY_MS / 1000 });
}

/** The public keys of a signing host. */
const Keys = z.array(z.looseObject({ kty: z.string() }));
export type SigningKeys = z.infer<typeof Keys>;
const KeyCopy = z.object({ fetchedAt: z.number(), keys: Keys });

/** The keys that a host last published; null if they were never fetched. */
export async function readKeys(env: Store, host: string): Promise<z.infer<typeof KeyCopy> | null> {
  return KeyCopy.nullable()
    .catch(null)
    .parse(await env.KV.get(`proof:keys:${host}`, "json"));
}

export async function writeKeys(env: Store, host: string, keys: SigningKeys, now: number): Promise<void> {
  await env.KV.put(`proof:keys:${host}`, JSON.stringify({ fetchedAt: now, keys }));
}
