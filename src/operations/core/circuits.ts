import { PROVIDERS, type Provider } from "../../lib/ai-providers";
import { CALL_COUNTS_MS } from "./deadlines";
import type { DatabaseFacts } from "./health-facts";

/** An AI provider as the calls to it see it. */
export interface ProviderState {
  provider: Provider;
  /** `open`: no calls are made until `openUntil`. `half_open`: the next call probes. */
  circuit: "closed" | "open" | "half_open";
  /** Runs whose first attempt failed since the last success. */
  failures: number;
  /** The first failure since the last success; null if there is none, or none that speaks of an outage. */
  since: number | null;
  openUntil: number | null;
  /** Of the latest calls, those of the last day. */
  calls: number;
  failedCalls: number;
  lastError: string | null;
  lastErrorAt: number | null;
  lastSuccessAt: number | null;
}

/** What no retry mends: the operator has to. */
const REFUSALS: ReadonlySet<string> = new Set(["auth", "quota", "model_not_found"]);

/** The state of each provider's circuit, with what its latest calls gave. `tripAt`: failures that open a circuit. */
export function providerStates(
  { breakers, calls }: Pick<DatabaseFacts, "breakers" | "calls">,
  tripAt: number,
  now: number,
): ProviderState[] {
  return PROVIDERS.map((provider) => {
    const breaker = breakers.find((each) => each.provider === provider);
    const own = calls.filter((each) => each.provider === provider && each.lastAt > now - CALL_COUNTS_MS);
    const failed = own.filter(({ outcome }) => outcome !== "ok");
    const last = failed.toSorted((left, right) => right.lastAt - left.lastAt)[0];
    const failures = breaker?.failures ?? 0;
    const isOpen = (breaker?.openUntil ?? 0) > now;
    return {
      provider,
      circuit: isOpen ? "open" : failures >= tripAt ? "half_open" : "closed",
      failures,
      since: breaker?.failingSince ?? null,
      openUntil: isOpen ? breaker!.openUntil : null,
      calls: own.reduce((sum, each) => sum + each.calls, 0),
      failedCalls: failed.reduce((sum, each) => sum + each.calls, 0),
      lastError: last?.outcome ?? null,
      lastErrorAt: last?.lastAt ?? null,
      lastSuccessAt: own.find(({ outcome }) => outcome === "ok")?.lastAt ?? null,
    };
  });
}

/** Whether the provider refuses the service itself: its latest call was refused for a reason that only the operator can mend. */
export function isRefused({ lastError, lastErrorAt, lastSuccessAt }: ProviderState): boolean {
  return lastError !== null && REFUSALS.has(lastError) && lastErrorAt! > (lastSuccessAt ?? 0);
}
