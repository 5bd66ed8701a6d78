import type { Bindings } from "../../env";
import type { Provider } from "../core/provider";
import { ProviderError } from "../core/provider-error";
import { ADAPTERS } from "./index";

/** Answers with search take 5 to 60 seconds; Anthropic's with three searches take up to about 90. */
const DEFAULT_TIMEOUT_SECONDS = 120;

export interface ProviderConfig {
  /** The whole prefix before `/responses`, `/messages`, `/agent` and `/models/…`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  timeoutMs: number;
  /** Token for a Cloudflare AI Gateway in front of the provider. */
  gatewayToken: string | null;
}

function timeoutMsOf(env: Pick<Bindings, "AI_TIMEOUT_SECONDS">): number {
  return (Number(env.AI_TIMEOUT_SECONDS) || DEFAULT_TIMEOUT_SECONDS) * 1000;
}

/** A provider's settings. @throws ProviderError `not_configured`, naming the missing variable. */
export function providerConfigOf(env: Bindings, provider: Provider): ProviderConfig {
  const adapter = ADAPTERS[provider];
  const key = `${adapter.variables}_API_KEY` as const;
  const apiKey = env[key]?.trim();
  if (!apiKey) throw new ProviderError("not_configured", `${provider} is not configured: ${key} is not set.`);
  return {
    baseUrl: (env[`${adapter.variables}_BASE_URL`]?.trim() || adapter.baseUrl).replace(/\/+$/, ""),
    apiKey,
    model: env[`${adapter.variables}_MODEL`]?.trim() || adapter.model,
    timeoutMs: timeoutMsOf(env),
    gatewayToken: env.AI_GATEWAY_TOKEN?.trim() || null,
  };
}
