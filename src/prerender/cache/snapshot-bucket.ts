import type { Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import { log } from "../../lib/text/log";
import { DAY_MS } from "../../lib/time/time";
import type { SnapshotEntry } from "../core/snapshot";
import type { StoredBody } from "../core/turns/render-journal";

type StoreEnv = Pick<Bindings, "SNAPSHOTS" | "KV">;

const KV_TTL_SECONDS = (31 * DAY_MS) / 1000;
const MEMORY_LIMIT_BYTES = 24 * 1024 * 1024;

const r2Key = (snap: string) => `snapshots/${snap}`;
const kvKey = (snap: string) => `snap:${snap}`;

/**
 * Bodies that this isolate served recently, in the forms that were requested. Ids are random and bodies never change,
 * so no entry can be stale.
 */
const memory = new Map<string, ArrayBuffer>();
let memoryBytes = 0;

function remember(snap: string, body: ArrayBuffer): void {
  if (body.byteLength > MEMORY_LIMIT_BYTES / 8 || memory.has(snap)) return;
  memory.set(snap, body);
  memoryBytes += body.byteLength;
  for (const [oldest, bytes] of memory) {
    if (memoryBytes <= MEMORY_LIMIT_BYTES) break;
    memory.delete(oldest);
    memoryBytes -= bytes.byteLength;
  }
}

/** Moves the entry to the end, so that the least recently used one is evicted first. */
function recall(id: string): ArrayBuffer | undefined {
  const body = memory.get(id);
  if (body) {
    memory.delete(id);
    memory.set(id, body);
  }
  return body;
}

const decompressed = (body: ArrayBuffer) =>
  new Response(new Response(body).body!.pipeThrough(new DecompressionStream("gzip")));

/** The text of a gzipped body. */
export function gunzip(body: ArrayBuffer): Promise<string> {
  return decompressed(body).text();
}

async function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Prepares a body for storage: a new random id, gzipped bytes, entity tag, uncompressed size. */
export async function packBody(
  html: string,
): Promise<{ snap: string; etag: string; bytes: number; body: ArrayBuffer }> {
  return {
    snap: crypto.randomUUID(),
    etag: `"${(await sha256Hex(html)).slice(0, 32)}"`,
    bytes: new TextEncoder().encode(html).byteLength,
    body: await gzip(html),
  };
}

/** Stores a body under its id. @throws if R2 does not take it. */
export async function writeBody(env: StoreEnv, snap: string, body: ArrayBuffer): Promise<void> {
  await env.SNAPSHOTS.put(r2Key(snap), body);
  remember(snap, body);
}

/** Writes a copy of a body to KV, close to the readers. False: KV did not take it. */
export async function copyBody(env: StoreEnv, snap: string, body: ArrayBuffer): Promise<boolean> {
  const written = env.KV.put(kvKey(snap), body, { expirationTtl: KV_TTL_SECONDS }).then(() => true);
  return written.catch((error: unknown) => {
    log("warn", "snapshot_copy_not_written", { error: String(error) });
    return false;
  });
}

/** A gzipped body, and where it was. */
export interface ReadBody {
  body: ArrayBuffer;
  from: "memory" | "copy" | "bucket";
}

/**
 * A body from memory, KV or R2; null if R2 no longer has it. KV is only asked for a copy that the index knows of,
 * because KV also remembers what it did not have. @throws if R2 does not respond.
 */
export async function readStoredBody(
  env: StoreEnv,
  { snap, copied = false }: Pick<SnapshotEntry, "snap" | "copied">,
): Promise<ReadBody | null> {
  const known = recall(snap);
  if (known) return { body: known, from: "memory" };
  const copy = copied
    ? await env.KV.get(kvKey(snap), { type: "arrayBuffer", cacheTtl: 86_400 }).catch(() => null)
    : null;
  const body = copy ?? (await (await env.SNAPSHOTS.get(r2Key(snap)))?.arrayBuffer()) ?? null;
  if (!body) return null;
  remember(snap, body);
  return { body, from: copy ? "copy" : "bucket" };
}

/** The page's Markdown, gzipped, cached in memory; null if it can't be converted. */
export async function markdownOf(snap: string, html: ArrayBuffer): Promise<ArrayBuffer | null> {
  const id = `${snap}.md`;
  const known = recall(id);
  if (known) return known;
  const { toMarkdown } = await import("./markdown");
  const markdown = toMarkdown(await gunzip(html));
  if (markdown === null) return null;
  const body = await gzip(markdown);
  remember(id, body);
  return body;
}

/** A gzipped body decompressed, cached in memory. @throws if it is damaged. */
export async function plainOf(snap: string, form: "html" | "markdown", body: ArrayBuffer): Promise<ArrayBuffer> {
  const id = `${snap}.${form}.plain`;
  const known = recall(id);
  if (known) return known;
  const plain = await decompressed(body).arrayBuffer();
  remember(id, plain);
  return plain;
}

/** Deletes bodies permanently, with the copies that KV may have. Missing ones are ignored. */
export async function deleteBodies(env: StoreEnv, bodies: readonly StoredBody[]): Promise<void> {
  if (bodies.length === 0) return;
  await env.SNAPSHOTS.delete(bodies.map(({ snap }) => r2Key(snap)));
  for (const { snap, copied } of bodies) if (copied) await env.KV.delete(kvKey(snap));
}
