/** Why a provider gave no answer, in the order in which the API lists the kinds. */
export const FAILURE_KINDS = [
  "not_configured",
  "auth",
  "quota",
  "model_not_found",
  "bad_request",
  "refused",
  "rate_limited",
  "overloaded",
  "server_error",
  "timeout",
  "network",
  "empty",
  "malformed",
  "too_large",
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The kinds that a provider causes. */
export type ProviderFailure = Exclude<FailureKind, "not_configured">;

/**
 * What a customer reads about a failed call, by its kind: what happened, and what to do. The provider's own words go to
 * the operator's log alone, because they may name the operator's organisation, keys and hosts.
 */
export const FAILURE_TEXTS: Record<ProviderFailure, string> = {
  auth: "The provider rejected this service's key. Nothing is wrong with the prompt; the operator of the service must renew the key.",
  quota:
    "This service has used up its account with the provider. Nothing is wrong with the prompt; the operator of the service must top the account up.",
  model_not_found:
    "The provider does not offer the model that this service requests, or not at the configured address. Nothing is wrong with the prompt; the operator of the service must correct the setting.",
  bad_request: "The provider did not accept the question. Shorten or reword the prompt, or check its location.",
  refused: "The provider declined to answer this question. Reword the prompt.",
  rate_limited:
    "The provider accepts no more questions from this service for the moment. The prompt is asked again; you need not do anything.",
  overloaded: "The provider was overloaded. The prompt is asked again; you need not do anything.",
  server_error: "The provider failed to answer. The prompt is asked again; you need not do anything.",
  timeout: "The provider did not answer in time. The prompt is asked again; you need not do anything.",
  network: "The provider could not be reached. The prompt is asked again; you need not do anything.",
  empty: "The provider answered without any text. If this happens again, reword the prompt.",
  malformed: "The provider's answer could not be read. If this happens again, tell the operator of the service.",
  too_large: "The provider's answer was too large to be read. Ask for less in the prompt.",
};

/** What a customer reads about a run without an answer. `stored`: what the run says if the provider was not asked. */
export function failureText(code: string | null, stored: string): string {
  return code !== null && code in FAILURE_TEXTS ? FAILURE_TEXTS[code as ProviderFailure] : stored;
}
