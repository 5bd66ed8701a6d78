import type { Bindings } from "../../env";
import { isConsumer, type ApiProvider, type Provider } from "../../lib/ai-providers";
import { chatgpt } from "./chatgpt";
import { claude } from "./claude";
import { gemini } from "./gemini";
import { perplexity } from "./perplexity";
import { surfaceAdapter } from "./surface";
import { surfaceForm } from "./surface-form";
import type { ProviderAdapter } from "./types";

export const ADAPTERS: Record<ApiProvider, ProviderAdapter> = { chatgpt, claude, perplexity, gemini };

/** A provider's protocol. That of surfaces is the operator's setting. @throws ProviderError `not_configured`. */
export function adapterOf(env: Pick<Bindings, "SURFACES_FORM">, provider: Provider): ProviderAdapter {
  return isConsumer(provider) ? surfaceAdapter(provider, surfaceForm(env.SURFACES_FORM)) : ADAPTERS[provider];
}
