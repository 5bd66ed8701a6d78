import type * as z from "zod";
import type { RangeSourceId } from "../catalogue/range-sources";
import type { Bindings } from "../../env";
import { DAY_MS } from "../../lib/time/time";
import type * as Copies from "./proof-copies";

type Store = Pick<Bindings, "KV">;

type RangeCopy = NonNullable<z.infer<typeof Copies.RangeCopy>>;
/** The public keys of a signing host. */
type KeyCopy = NonNullable<z.infer<typeof Copies.KeyCopy>>;
export type SigningKeys = KeyCopy["keys"];

const rangeKey = (source: RangeSourceId) => `proof:ranges:${source}`;

/** The last good copy of a published list; null if there has never been one. */
export async function readRanges(env: Store, source: RangeSourceId): Promise<RangeCopy | null> {
  const { RangeCopy: Copy } = await import("./proof-copies");
  return Copy.parse(await env.KV.get(rangeKey(source), "json"));
}

export async function writeRanges(env: Store, source: RangeSourceId, copy: RangeCopy): Promise<void> {
  await env.KV.put(rangeKey(source), JSON.stringify(copy));
}

/** Names that resolve back to an address, found within the last day; null if they were not looked up. */
export async function readNames(env: Store, ip: string): Promise<string[] | null> {
  const { Names } = await import("./proof-copies");
  return Names.parse(await env.KV.get(`proof:names:${ip}`, "json"));
}

export async function writeNames(env: Store, ip: string, names: readonly string[]): Promise<void> {
  await env.KV.put(`proof:names:${ip}`, JSON.stringify(names), { expirationTtl: DAY_MS / 1000 });
}

/** The keys that a host last published; null if they were never fetched. */
export async function readKeys(env: Store, host: string): Promise<KeyCopy | null> {
  const { KeyCopy: Copy } = await import("./proof-copies");
  return Copy.parse(await env.KV.get(`proof:keys:${host}`, "json"));
}

export async function writeKeys(env: Store, host: string, keys: SigningKeys, now: number): Promise<void> {
  await env.KV.put(`proof:keys:${host}`, JSON.stringify({ fetchedAt: now, keys }));
}
