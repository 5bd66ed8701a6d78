import { backoffSeconds } from "../../../lib/time/backoff";
import type { WaitEnd } from "./render-record";

/** The result of a background render, as far as its message is concerned. */
export type BackgroundEnd =
  | { kind: "stored" | "refused" | "failed" | "unavailable" }
  | { kind: "passed" | "paused" }
  | { kind: "once"; because: "not_kept" | "overtaken" | "store" }
  | { kind: "joined"; end: WaitEnd };

/** Attempts for a page that yields nothing usable; the render log records the reason. */
const TRIES_OF_A_PAGE = 2;
const BASE_SECONDS = 10;
const MAX_SECONDS = 900;

/**
 * When to retry a message, in seconds. Null: it is done, because the page has its snapshot or deliberately none.
 * `attempts`: number of deliveries; `random` in [0, 1).
 */
export function retryRenderAfter(end: BackgroundEnd, attempts: number, random: number): number | null {
  if (
    end.kind === "stored" ||
    end.kind === "passed" ||
    end.kind === "paused" ||
    (end.kind === "once" && end.because === "not_kept")
  )
    return null;
  if (end.kind === "failed" && attempts >= TRIES_OF_A_PAGE) return null;
  // Another request's render ended well, so look at its result soon.
  if (end.kind === "joined" && end.end === "look_again") return 1;
  return backoffSeconds(attempts, random, { baseSeconds: BASE_SECONDS, maxSeconds: MAX_SECONDS });
}

/** Why a pool refuses a render whose account has used up its daily share. */
export const ACCOUNT_TIME_USED = "the account's daily browser time is used up";
