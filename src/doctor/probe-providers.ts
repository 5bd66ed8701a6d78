import type { Bindings } from "../env";
import { AI_PROVIDERS, API_PROVIDERS, type ApiProvider } from "../lib/ai-providers";
import { ProviderError } from "../mentions/core/provider-error";
import { ask, listModels } from "../mentions/providers/ask";
import { providerConfigOf, type ProviderConfig } from "../mentions/providers/config";
import { ADAPTERS } from "../mentions/providers/index";
import type { DoctorProbe } from "./core/checkup";
import { tryProbe, WORKS, type ProbeOutcome } from "./try-probe";

const QUESTION = { text: "Answer with the word ready.", location: {} };

/** Tries the key of each AI provider with a request that costs nothing or, if `spend`, with a question. */
export function probeProviders(env: Bindings, id: string, spend: boolean): Promise<DoctorProbe[]> {
  return Promise.all(
    API_PROVIDERS.map((provider) =>
      tryProbe(env, { part: "provider", name: AI_PROVIDERS[provider].label }, () => tryKey(env, provider, id, spend)),
    ),
  );
}

async function tryKey(env: Bindings, provider: ApiProvider, id: string, spend: boolean): Promise<ProbeOutcome> {
  const adapter = ADAPTERS[provider];
  try {
    const config = providerConfigOf(env, provider);
    if (spend) return await tryQuestion(provider, config, id);
    if (adapter.models === null) return { state: "untried", reason: "costs" };
    await listModels(adapter.models, adapter, config);
    return { ...WORKS, detail: "lists its models" };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "not_configured") return { state: "untried", reason: "unset" };
    return { state: "fails", reason: error.kind === "auth" ? "auth" : "error", detail: error.detail };
  }
}

async function tryQuestion(provider: ApiProvider, config: ProviderConfig, id: string): Promise<ProbeOutcome> {
  const options = { idempotencyKey: `doctor:${id}`, beforeCall: async () => {} };
  const { model } = await ask(ADAPTERS[provider], config, QUESTION, options);
  return { ...WORKS, detail: `${model} answers` };
}
