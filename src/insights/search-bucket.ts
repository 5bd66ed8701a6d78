import type { Bindings } from "../env";
import type { SearchTable } from "./core/search-table";

type BucketEnv = Pick<Bindings, "ARCHIVE">;

/** What was imported last. */
export interface KeptSearch extends SearchTable {
  importedAt: number;
}

const keyOf = (domainId: string) => `search/${domainId}.json`;

/** Replaces what was imported before. */
export async function keepSearch({ ARCHIVE }: BucketEnv, domainId: string, search: KeptSearch): Promise<void> {
  await ARCHIVE.put(keyOf(domainId), JSON.stringify(search));
}

export async function keptSearch({ ARCHIVE }: BucketEnv, domainId: string): Promise<KeptSearch | null> {
  const object = await ARCHIVE.get(keyOf(domainId));
  return object === null ? null : object.json<KeptSearch>();
}

export async function deleteSearch({ ARCHIVE }: BucketEnv, domainId: string): Promise<void> {
  await ARCHIVE.delete(keyOf(domainId));
}
