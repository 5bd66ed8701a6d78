import type { Bindings } from "../../env";

type ArchiveEnv = Pick<Bindings, "ARCHIVE">;

const prefixOf = (domainId: string) => `answers/${domainId}/`;

/** Writes a file of a domain's old answers. Writing it again changes nothing. */
export async function putPack({ ARCHIVE }: ArchiveEnv, domainId: string, key: string, body: Uint8Array): Promise<void> {
  await ARCHIVE.put(prefixOf(domainId) + key, body);
}

/** A file, or a part of it; null if there is none. */
export async function getPack(
  { ARCHIVE }: ArchiveEnv,
  domainId: string,
  key: string,
  range?: { offset: number; length: number },
): Promise<ArrayBuffer | null> {
  const object = await ARCHIVE.get(prefixOf(domainId) + key, range ? { range } : {});
  return object ? object.arrayBuffer() : null;
}

export async function deletePack({ ARCHIVE }: ArchiveEnv, domainId: string, key: string): Promise<void> {
  await ARCHIVE.delete(prefixOf(domainId) + key);
}

/** Deletes every file of a domain. */
export async function deletePacks({ ARCHIVE }: ArchiveEnv, domainId: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await ARCHIVE.list({ prefix: prefixOf(domainId) });
    if (objects.length > 0) await ARCHIVE.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
