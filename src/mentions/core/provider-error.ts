import { oneLine } from "../../lib/text/strangers-text";
import { FAILURE_TEXTS, type FailureKind } from "./failure-kinds";

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
  model_not_found: { attempts: 1, outage: false },
  bad_request: { attempts: 1, outage: false },
  refused: { attempts: 1, outage: false },
  too_large: { attempts: 1, outage: false },
  empty: { attempts: 2, outage: false },
  malformed: { attempts: 2, outage: false },
  rate_limited: { attempts: 5, outage: false },
  overloaded: { attempts: 5, outage: true },
  server_error: { attempts: 5, outage: true },
  timeout: { attempts: 5, outage: true },
  network: { attempts: 5, outage: true },
};

const MAX_DETAIL = 300;
/** Far more than is kept, so that a key is whole when it is looked for. */
const MAX_SEARCHED = 4_000;
/** Keys with the vendors' prefixes, tokens of headers, and credentials in URLs. */
const SECRETS = /\b(?:sk-|pplx-|gsk_|AIza)[-\w*]{6,}|\b(?:Bearer|Basic) +[-\w.~+/=]{6,}|(?<=\/\/)[^\s/@]{1,200}@/g;

/** What a provider said, for the operator's log: short, in one line, without keys. */
function loggable(text: string): string {
  return oneLine(text.slice(0, MAX_SEARCHED)).replaceAll(SECRETS, "[key]").slice(0, MAX_DETAIL).toWellFormed();
}

/**
 * A provider call that gave no answer. Customers may read the message, which is ours. `detail` is what the provider said:
 * it may name the operator's organisation, keys and hosts, so it goes to the operator's log alone.
 */
export class ProviderError extends Error {
  readonly detail: string;

  /** `detail` of `not_configured` is our own text, which names the missing variable, and becomes the message. */
  constructor(
    readonly kind: FailureKind,
    detail: string,
    /** Seconds that the provider asked to wait; null if it did not say. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(kind === "not_configured" ? detail : FAILURE_TEXTS[kind]);
    this.name = "ProviderError";
    this.detail = loggable(detail);
  }
}
