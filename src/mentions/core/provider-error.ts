/** Why a provider gave no answer. */
export type FailureKind =
  | "not_configured"
  | "auth"
  | "quota"
  | "bad_request"
  | "refused"
  | "rate_limited"
  | "overloaded"
  | "server_error"
  | "timeout"
  | "network"
  | "empty"
  | "malformed";

interface Reaction {
  /** Maximum attempts of a run that fails this way. */
  attempts: number;
  /** The failure concerns the provider as a whole, not this question, so it counts towards pausing the provider. */
  outage: boolean;
}

/**
 * How to react to each failure. Empty or unreadable answers are billed, so they are retried only once. Failures that a
 * retry can't fix are not retried.
 */
export const REACTIONS: Record<FailureKind, Reaction> = {
  not_configured: { attempts: 1, outage: false },
  auth: { attempts: 1, outage: false },
  quota: { attempts: 1, outage: false },
  bad_request: { attempts: 1, outage: false },
  refused: { attempts: 1, outage: false },
  empty: { attempts: 2, outage: false },
  malformed: { attempts: 2, outage: false },
  rate_limited: { attempts: 5, outage: false },
  overloaded: { attempts: 5, outage: true },
  server_error: { attempts: 5, outage: true },
  timeout: { attempts: 5, outage: true },
  network: { attempts: 5, outage: true },
};

/** A provider call that gave no answer. The message is safe to display: it never contains a key. */
export class ProviderError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Seconds that the provider asked to wait; null if it did not say. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = "ProviderError";
  }
}
