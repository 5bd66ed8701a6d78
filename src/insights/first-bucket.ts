import type { SiteView } from "../audit";
import type { Bindings } from "../env";
import type { FirstList } from "./core/first";

type BucketEnv = Pick<Bindings, "ARCHIVE">;

/** The list as it was made last. */
export interface KeptFirst extends FirstList {
  sentence: string;
  /** Epoch ms. */
  madeAt: number;
  /** The audit that spoke for the site then, and what it saw of it. Lists of earlier releases do not have the latter. */
  runId: string | null;
  view?: SiteView | null;
}

const keyOf = (domainId: string) => `first/${domainId}.json`;

/** Replaces the list of before. */
export async function keepFirst({ ARCHIVE }: BucketEnv, domainId: string, list: KeptFirst): Promise<void> {
  await ARCHIVE.put(keyOf(domainId), JSON.stringify(list));
}

export async function keptFirst({ ARCHIVE }: BucketEnv, domainId: string): Promise<KeptFirst | null> {
  const object = await ARCHIVE.get(keyOf(domainId));
  return object === null ? null : object.json<KeptFirst>();
}

export async function deleteFirst({ ARCHIVE }: BucketEnv, domainId: string): Promise<void> {
  await ARCHIVE.delete(keyOf(domainId));
}
