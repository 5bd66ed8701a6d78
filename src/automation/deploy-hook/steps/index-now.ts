import type { Bindings } from "../../../env";
import { retryAfterSeconds } from "../../../lib/time/backoff";
import { SECOND_MS } from "../../../lib/time/time";
import { textSetting } from "../../../settings/values";

const TIMEOUT_MS = 20 * SECOND_MS;
/** What the protocol allows per call. */
export const MAX_SUBMITTED = 10_000;

export interface IndexNowBody {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

/** How IndexNow responded to a submission. `passing`: a later attempt may succeed. */
export interface SubmissionEnd {
  accepted: boolean;
  passing: boolean;
  /** 0: no response. */
  status: number;
  retryAfterSeconds: number | null;
}

type IndexNowEnv = Pick<Bindings, "INDEXNOW_URL">;

export function isIndexNowOn({ INDEXNOW_URL }: IndexNowEnv): boolean {
  return INDEXNOW_URL !== "off";
}

/** Submits pages to the service that the operator has set. Never throws. */
export async function submitToIndexNow(env: IndexNowEnv, body: IndexNowBody, now: number): Promise<SubmissionEnd> {
  try {
    const response = await fetch(textSetting(env, "INDEXNOW_URL"), {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    const { status } = response;
    const wait = retryAfterSeconds(response.headers.get("retry-after"), now);
    return {
      accepted: status === 200 || status === 202,
      passing: status === 429 || status >= 500,
      status,
      retryAfterSeconds: wait,
    };
  } catch {
    return { accepted: false, passing: true, status: 0, retryAfterSeconds: null };
  }
}
