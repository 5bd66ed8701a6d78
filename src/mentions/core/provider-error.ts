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
  /** How often a run may be tried at most when it fails this way. */
  attempts: number;
  /** It speaks of the provider as a whole, not of this question: it counts towards pausing the provider. */
  outage: boolean;
}

/**
 * What a failure asks for. Answers that are empty or unreadable are paid for, so they are asked for once more only;
 * what trying again can't change is not tried again.
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

/** A call to a provider that brought no answer. The message is safe to show: it never holds a key. */
export class ProviderError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Seconds that the provider asks to wait; null: it said nothing. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = "ProviderError";
  }
}
