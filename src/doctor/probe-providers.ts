import type { Bindings } from "../env";
import { AI_PROVIDERS, API_PROVIDERS, CONSUMER_SURFACES, type ApiProvider } from "../lib/ai-providers";
import { ProviderError } from "../mentions/core/provider-error";
import { AnswerPending, ask, listModels } from "../mentions/providers/ask";
import { providerConfigOf, type ProviderConfig } from "../mentions/providers/config";
import { adapterOf, ADAPTERS } from "../mentions/providers/index";
import { JobFailed } from "../mentions/providers/job-failed";
import type { DoctorProbe } from "./core/checkup";
import { tryProbe, WORKS, type ProbeOutcome } from "./try-probe";

const QUESTION = { text: "Answer with the word ready.", location: {} };

/** A job that nobody started. */
const NO_JOB = "crawlready-doctor";

/** Tries the key of each AI provider, and the service of surfaces, with a request that costs nothing or, if `spend`, with a question. */
export function probeProviders(env: Bindings, id: string, spend: boolean): Promise<DoctorProbe[]> {
  const providers = API_PROVIDERS.map((provider) =>
    tryProbe(env, { part: "provider", name: AI_PROVIDERS[provider].label }, () => tryKey(env, provider, id, spend)),
  );
  const surfaces = tryProbe(env, { part: "provider", name: "Consumer surfaces" }, () => trySurfaces(env, id, spend));
  return Promise.all([...providers, surfaces]);
}

/** One service asks all surfaces. It tells without cost whether it knows our key, when it is asked for a job that is not there. */
async function trySurfaces(env: Bindings, id: string, spend: boolean): Promise<ProbeOutcome> {
  if (!env.SURFACES_API_KEY?.trim() && !env.SURFACES_BASE_URL?.trim()) return { state: "untried", reason: "unset" };
  const [surface] = CONSUMER_SURFACES;
  const options = { idempotencyKey: `doctor:${id}`, beforeCall: async () => {}, ...(!spend && { job: NO_JOB }) };
  try {
    const config = providerConfigOf(env, surface!);
    await ask(adapterOf(env, surface!), config, QUESTION, options);
    return { ...WORKS, detail: "answers" };
  } catch (error) {
    if (error instanceof AnswerPending) return { ...WORKS, detail: spend ? "starts jobs" : "answers" };
    if (error instanceof JobFailed && !spend)
      return { ...WORKS, detail: "answers that it has no such job; --spend starts one" };
    if (!(error instanceof ProviderError)) throw error;
    const detail = error.detail || error.message;
    return { state: "fails", reason: error.kind === "auth" ? "auth" : "error", detail };
  }
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
