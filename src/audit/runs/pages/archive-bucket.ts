import { createHash } from "node:crypto";
import type { Bindings } from "../../../env";

type ArchiveEnv = Pick<Bindings, "ARCHIVE">;

/** R2 requires upload parts of equal size, at least 5 MiB; only the last one may be smaller. */
const PART_BYTES = 5 * 1024 * 1024;

/** Identifies an archive's content: SHA-256 and number of its lines. */
export interface ArchiveDigest {
  sha256: string;
  lines: number;
}

const prefixOf = (domainId: string) => `audits/${domainId}/`;

/** A key that no other attempt uses, so that a late attempt can't overwrite a verified archive. */
export function newArchiveKey(domainId: string, runId: string): string {
  return `${prefixOf(domainId)}${runId}/${crypto.randomUUID()}.ndjson.gz`;
}

/** Writes lines as one gzipped object, in parts, so that memory use stays constant. */
export async function writeArchive(
  { ARCHIVE }: ArchiveEnv,
  key: string,
  batches: AsyncIterable<string[]>,
): Promise<ArchiveDigest> {
  const upload = await ARCHIVE.createMultipartUpload(key, { httpMetadata: { contentType: "application/gzip" } });
  const hash = createHash("sha256");
  const gzip = new CompressionStream("gzip");
  const writer = gzip.writable.getWriter();
  const encoder = new TextEncoder();
  let lines = 0;
  const feed = async () => {
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      const bytes = encoder.encode(`${batch.join("\n")}\n`);
      hash.update(bytes);
      lines += batch.length;
      await writer.write(bytes);
    }
    await writer.close();
  };
  try {
    const [parts] = await Promise.all([uploadParts(upload, gzip.readable), feed()]);
    await upload.complete(parts);
  } catch (error) {
    await upload.abort();
    throw error;
  }
  return { sha256: hash.digest("hex"), lines };
}

async function uploadParts(upload: R2MultipartUpload, body: ReadableStream<Uint8Array>): Promise<R2UploadedPart[]> {
  const parts: R2UploadedPart[] = [];
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  const send = async () => {
    parts.push(await upload.uploadPart(parts.length + 1, part.slice(0, filled)));
    part = new Uint8Array(PART_BYTES);
    filled = 0;
  };
  for await (let chunk of body as unknown as AsyncIterable<Uint8Array>) {
    while (chunk.byteLength > 0) {
      const piece = chunk.subarray(0, PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.byteLength;
      chunk = chunk.subarray(piece.byteLength);
      if (filled === PART_BYTES) await send();
    }
  }
  if (filled > 0 || parts.length === 0) await send();
  return parts;
}

/** Yields the lines of an archived object in batches. @throws Error if the object is missing. */
export async function* readArchive({ ARCHIVE }: ArchiveEnv, key: string): AsyncGenerator<string[]> {
  const object = await ARCHIVE.get(key);
  if (!object) throw new Error(`the archive ${key} is missing`);
  const text = object.body.pipeThrough(new DecompressionStream("gzip")).pipeThrough(new TextDecoderStream());
  let rest = "";
  for await (const chunk of text as unknown as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
}

/** Reads an object back the way readers do, and returns its digest. */
export async function digestArchive(env: ArchiveEnv, key: string): Promise<ArchiveDigest> {
  const hash = createHash("sha256");
  let lines = 0;
  for await (const batch of readArchive(env, key)) {
    hash.update(`${batch.join("\n")}\n`);
    lines += batch.length;
  }
  return { sha256: hash.digest("hex"), lines };
}

export async function deleteArchive({ ARCHIVE }: ArchiveEnv, key: string): Promise<void> {
  await ARCHIVE.delete(key);
}

/** Deletes every archived run of a domain, or everything written for one run. */
export async function deleteArchives({ ARCHIVE }: ArchiveEnv, domainId: string, runId?: string): Promise<void> {
  const prefix = runId === undefined ? prefixOf(domainId) : `${prefixOf(domainId)}${runId}/`;
  for (;;) {
    const { objects, truncated } = await ARCHIVE.list({ prefix });
    if (objects.length > 0) await ARCHIVE.delete(objects.map((object) => object.key));
    if (!truncated) return;
  }
}
