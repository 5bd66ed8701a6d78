import type { Bindings } from "../../env";
import { variableOf, type Provider } from "../../lib/ai-providers";
import { SECOND_MS } from "../../lib/time/time";
import { numberSetting } from "../../settings/values";
import { ProviderError } from "../core/provider-error";
import { ADAPTERS } from "./index";

export interface ProviderConfig {
  /** The whole prefix before `/responses`, `/messages`, `/agent` and `/models/…`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  timeoutMs: number;
  /** Token for a Cloudflare AI Gateway in front of the provider. */
  gatewayToken: string | null;
}

/** A provider's settings. @throws ProviderError `not_configured`, naming the missing variable. */
export function providerConfigOf(env: Bindings, provider: Provider): ProviderConfig {
  const adapter = ADAPTERS[provider];
  const key = variableOf(provider, "API_KEY");
  const apiKey = env[key]?.trim();
  if (!apiKey) throw new ProviderError("not_configured", `${provider} is not configured: ${key} is not set.`);
  return {
    baseUrl: (env[variableOf(provider, "BASE_URL")]?.trim() || adapter.baseUrl).replace(/\/+$/, ""),
    apiKey,
    model: env[variableOf(provider, "MODEL")]?.trim() || adapter.model,
    timeoutMs: numberSetting(env, "AI_TIMEOUT_SECONDS") * SECOND_MS,
    gatewayToken: env.AI_GATEWAY_TOKEN?.trim() || null,
  };
}
