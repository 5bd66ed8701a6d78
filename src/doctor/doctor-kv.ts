import type { Bindings } from "../env";

/** The least time that KV keeps what expires. */
const TTL_SECONDS = 60;

/**
 * Writes a value that expires, reads it and deletes it. Returns whether it read what it wrote. The key is new, because KV
 * remembers for a while that a key was not there.
 */
export async function tryKv(env: Pick<Bindings, "KV">, id: string): Promise<boolean> {
  const key = `doctor:${id}`;
  await env.KV.put(key, id, { expirationTtl: TTL_SECONDS });
  try {
    return (await env.KV.get(key)) === id;
  } finally {
    await env.KV.delete(key);
  }
}
