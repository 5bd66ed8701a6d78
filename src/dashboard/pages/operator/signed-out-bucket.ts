import type { Bindings } from "../../../env";

type BucketEnv = Pick<Bindings, "ARCHIVE">;

const KEY = "operator/signed-out";

/** Sessions of the operator's pages that began before this, epoch ms, are over. */
export async function endSessionsBefore({ ARCHIVE }: BucketEnv, now: number): Promise<void> {
  await ARCHIVE.put(KEY, String(now));
}

/** When the operator signed out last, epoch ms; 0: never. */
export async function signedOutAt({ ARCHIVE }: BucketEnv): Promise<number> {
  const object = await ARCHIVE.get(KEY);
  return object === null ? 0 : Number(await object.text());
}
