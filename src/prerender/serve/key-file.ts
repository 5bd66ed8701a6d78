import type { Bindings } from "../../env";
import { secretNumber } from "../../lib/crypto/hash";
import { askOrigin, countResponse, isOwnTextFile } from "./origin-response";
import { pathOnly, type PageRequest } from "./page-request";

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

/**
 * The file with the domain's IndexNow key, with which search engines check who submits pages. Null: the path is not the
 * key's. The site's own file at this path takes precedence; if the site is down, the key is served.
 */
export function keyFile(env: Bindings, page: PageRequest): Promise<Response | null> | null {
  const { method } = page.request;
  const pathname = pathOnly(page.pathAndQuery);
  return isKeyPath(pathname) && (method === "GET" || method === "HEAD") ? serveKeyFile(env, page, pathname) : null;
}

async function serveKeyFile(env: Bindings, page: PageRequest, pathname: string): Promise<Response | null> {
  const key = await indexNowKey(env, page.site.domainId);
  if (key === null || pathname !== `/${key}.txt`) return null;
  const own = await askOrigin(page).catch(() => null);
  const isOwn = own !== null && isOwnTextFile(own);
  if (!isOwn) await own?.body?.cancel();
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "private, max-age=0, must-revalidate",
  };
  const answer = isOwn ? own : new Response(page.request.method === "HEAD" ? null : key, { headers });
  countResponse(env, page, isOwn ? "origin" : "generated", answer);
  return answer;
}
