import { MINUTE_MS } from "../../lib/time/time";

/** A budget that fills up again with time. */
export interface Bucket {
  tokens: number;
  at: number;
}

export interface BucketRule {
  /** Tokens at most, and how many come back per minute. */
  most: number;
  perMinute: number;
}

/** Cloudflare allows 1,200 calls in five minutes. This uses at most 1,000 of them and leaves the rest to the operator. */
export const CALLS: BucketRule = { most: 40, perMinute: 190 };

/** At most `perMinute` within any minute: what has been saved up and what comes back meanwhile add up to that. */
export function createsRule(perMinute: number): BucketRule {
  const most = Math.max(1, Math.floor(perMinute / 5));
  return { most, perMinute: Math.max(0.5, perMinute - most) };
}

/** What the bucket has at `now`. Null: it is new, and full. A clock that was set back fills nothing. */
export function filled(bucket: Bucket | null, { most, perMinute }: BucketRule, now: number): Bucket {
  if (bucket === null) return { tokens: most, at: now };
  const back = (Math.max(0, now - bucket.at) / MINUTE_MS) * perMinute;
  return { tokens: Math.min(most, bucket.tokens + back), at: now };
}
