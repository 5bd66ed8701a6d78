import type { Bindings } from "../env";
import { secretNumber } from "../lib/secret-number";

const KEY_PATH = /^\/[0-9a-f]{32}\.txt$/;

/** Whether a path could be a key file's. Only such paths are compared with the domain's key, which costs a hash. */
export function isKeyPath(pathname: string): boolean {
  return KEY_PATH.test(pathname);
}

/**
 * The domain's key for IndexNow: 128 bits that nobody can compute without AUTH_SECRET, so nothing is stored. Null
 * without the secret.
 */
export async function indexNowKey(env: Pick<Bindings, "AUTH_SECRET">, domainId: string): Promise<string | null> {
  return env.AUTH_SECRET ? (await secretNumber(env.AUTH_SECRET, "indexnow", domainId)).slice(0, 32) : null;
}
