import type { Bindings } from "../../env";
import { isConsumer, variableOf, type ConsumerSurface, type Provider } from "../../lib/ai-providers";
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
  if (isConsumer(provider)) return surfaceConfig(env, provider);
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

/** Only this machine may be asked in the clear. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** All surfaces are asked through one service. @throws ProviderError `not_configured`. */
function surfaceConfig(env: Bindings, surface: ConsumerSurface): ProviderConfig {
  const apiKey = env.SURFACES_API_KEY?.trim();
  const baseUrl = env.SURFACES_BASE_URL?.trim().replace(/\/+$/, "");
  if (!apiKey || !baseUrl) {
    const missing = apiKey ? "SURFACES_BASE_URL" : "SURFACES_API_KEY";
    throw new ProviderError("not_configured", `${surface} is not configured: ${missing} is not set.`);
  }
  const url = URL.parse(baseUrl);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && LOOPBACK.has(url.hostname)))
    throw new ProviderError(
      "not_configured",
      `${surface} is not configured: SURFACES_BASE_URL must begin with https://.`,
    );
  const timeoutMs = numberSetting(env, "AI_TIMEOUT_SECONDS") * SECOND_MS;
  return { baseUrl, apiKey, model: surface, timeoutMs, gatewayToken: null };
}
