import { SECOND_MS } from "../../../lib/time/time";
import { guardedFetch, type EgressRules } from "../../../web";
import { NO_STATUS, type FileStatus } from "../../model/site/file-statuses";

const TIMEOUT_MS = 6 * SECOND_MS;
const MAX_REDIRECTS = 5;
const NOTHING: FileStatus = { status: NO_STATUS.silent, contentType: null, bytes: null };
/** The file redirects to another host, where we don't request it: it exists somewhere. */
const ELSEWHERE: FileStatus = { ...NOTHING, status: 302 };

/** Requests for one file, at most two. */
export interface AskedFile extends FileStatus {
  requests: number;
  /** Retry-After of a refusal. */
  retryAfter: string | null;
}

/** Requests a file of the site with HEAD, then its first byte with GET if HEAD is refused or gives no size. */
export async function askFile(
  url: string,
  image: boolean,
  rules: EgressRules,
  headers: Record<string, string>,
): Promise<AskedFile> {
  const head = await askOnce(url, "HEAD", rules, headers);
  const isRefusal = head.status >= 400 && head.status !== 429 && head.status !== 503;
  const saysNothing = image && head.status === 200 && (head.contentType === null || head.bytes === null);
  if (!isRefusal && !saysNothing) return { ...head, requests: 1 };
  const get = await askOnce(url, "GET", rules, headers);
  const answer = get.status === NO_STATUS.silent ? head : { ...get, bytes: get.bytes ?? head.bytes };
  return { ...answer, requests: 2 };
}

async function askOnce(
  url: string,
  method: "HEAD" | "GET",
  rules: EgressRules,
  headers: Record<string, string>,
): Promise<FileStatus & Pick<AskedFile, "retryAfter">> {
  const range: Record<string, string> = method === "GET" ? { range: "bytes=0-0" } : {};
  const response = await guardedFetch(new URL(url), {
    rules,
    method,
    headers: { ...headers, accept: "*/*", ...range },
    timeoutMs: TIMEOUT_MS,
    maxRedirects: MAX_REDIRECTS,
  });
  if (!response.ok) {
    const moved = response.failure === "refused" && response.hops.length > 0;
    return { ...(moved ? ELSEWHERE : NOTHING), retryAfter: null };
  }
  try {
    const { status, headers: answered } = response;
    return {
      status: status === 206 || status === 416 ? 200 : status,
      contentType: answered.get("content-type")?.slice(0, 100) ?? null,
      bytes: sizeOf(response),
      retryAfter: answered.get("retry-after"),
    };
  } finally {
    response.release();
  }
}

/** Size of the whole file in bytes, from the headers of a response; null: they don't include it. A compressed length is not the file's. */
function sizeOf({ status, headers }: { status: number; headers: Headers }): number | null {
  const total = /\/(\d{1,15})\s*$/.exec(headers.get("content-range") ?? "")?.[1];
  if (total !== undefined) return Number(total);
  const length = headers.get("content-length");
  return status === 206 || length === null || !/^\d{1,15}$/.test(length) ? null : Number(length);
}
