interface ProviderFacts {
  /** Its name for people. */
  label: string;
  /** `api`: the answer of a vendor's API. `consumer`: what people see on a page, through the operator's scraping service. */
  surface: "api" | "consumer";
  /** The first word of its variables: `OPENAI` stands for `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`. */
  variables: string;
  /** What the adapter adds to the base URL, as the settings name it. */
  path: string;
  /** Of the providers with a key, the one with the lowest rank judges answers; 0 never does. */
  judgeRank: number;
  /** The crawlers that its search takes pages from, by the names in the catalogue of crawlers. */
  crawlers: readonly string[];
}

/**
 * The AI providers, in the order in which responses list them. Everything else that names them is derived from this
 * table, except a provider's protocol (mentions/providers), its queue (wrangler.toml) and its stand-in (demo/stand-in).
 */
export const AI_PROVIDERS = {
  chatgpt: {
    label: "ChatGPT",
    surface: "api",
    variables: "OPENAI",
    path: "/responses",
    judgeRank: 2,
    crawlers: ["GPTBot", "OAI-SearchBot"],
  },
  claude: {
    label: "Claude",
    surface: "api",
    variables: "ANTHROPIC",
    path: "/messages",
    judgeRank: 3,
    crawlers: ["ClaudeBot", "Claude-SearchBot"],
  },
  perplexity: {
    label: "Perplexity",
    surface: "api",
    variables: "PERPLEXITY",
    path: "/agent",
    judgeRank: 4,
    crawlers: ["PerplexityBot"],
  },
  gemini: {
    label: "Gemini",
    surface: "api",
    variables: "GEMINI",
    path: "/models/…",
    judgeRank: 1,
    crawlers: ["Googlebot"],
  },
  "google-ai-overviews": {
    label: "Google AI Overviews (as people see them)",
    surface: "consumer",
    variables: "SURFACES",
    path: "",
    judgeRank: 0,
    crawlers: ["Googlebot"],
  },
  "google-ai-mode": {
    label: "Google AI Mode (as people see it)",
    surface: "consumer",
    variables: "SURFACES",
    path: "",
    judgeRank: 0,
    crawlers: ["Googlebot"],
  },
  copilot: {
    label: "Copilot (as people see it)",
    surface: "consumer",
    variables: "SURFACES",
    path: "",
    judgeRank: 0,
    crawlers: ["bingbot"],
  },
  "chatgpt-app": {
    label: "ChatGPT (as people see it)",
    surface: "consumer",
    variables: "SURFACES",
    path: "",
    judgeRank: 0,
    crawlers: ["GPTBot", "OAI-SearchBot"],
  },
} as const satisfies Record<string, ProviderFacts>;

export type Provider = keyof typeof AI_PROVIDERS;

export const PROVIDERS = Object.keys(AI_PROVIDERS) as [Provider, ...Provider[]];

/** What people see, which a scraping service reads. Its figures are never mixed with those of APIs. */
export type ConsumerSurface = {
  [Each in Provider]: (typeof AI_PROVIDERS)[Each]["surface"] extends "consumer" ? Each : never;
}[Provider];
export type ApiProvider = Exclude<Provider, ConsumerSurface>;

export const isConsumer = (provider: Provider): provider is ConsumerSurface =>
  AI_PROVIDERS[provider].surface === "consumer";
export const API_PROVIDERS = PROVIDERS.filter((provider) => !isConsumer(provider)) as [ApiProvider, ...ApiProvider[]];
export const CONSUMER_SURFACES = PROVIDERS.filter(isConsumer);

/** The providers' names for people, as a sentence lists them: `A, B and C`. */
export function providerLabels(): string {
  return new Intl.ListFormat("en-GB").format(API_PROVIDERS.map((provider) => AI_PROVIDERS[provider].label));
}

/** The providers as judges of answers, the preferred one first. */
export const PROVIDERS_AS_JUDGES = [...API_PROVIDERS].sort(
  (left, right) => AI_PROVIDERS[left].judgeRank - AI_PROVIDERS[right].judgeRank,
);

const VARIABLE_ENDINGS = ["API_KEY", "BASE_URL", "MODEL"] as const;
type VariableEnding = (typeof VARIABLE_ENDINGS)[number];

/** The environment variables of the providers with an API. */
export type ProviderVariable<Ending extends VariableEnding = VariableEnding> =
  `${(typeof AI_PROVIDERS)[ApiProvider]["variables"]}_${Ending}`;

/** A provider's variable: `("chatgpt", "API_KEY")` gives `OPENAI_API_KEY`. */
export function variableOf<Ending extends VariableEnding>(
  provider: ApiProvider,
  ending: Ending,
): ProviderVariable<Ending> {
  return `${AI_PROVIDERS[provider].variables}_${ending}`;
}

/** All surfaces share a queue, because they share the operator's scraping service. */
type QueueOwner = ApiProvider | "surfaces";
const ownerOf = (provider: Provider): QueueOwner => (isConsumer(provider) ? "surfaces" : provider);

export type PromptQueue = `crawlready-prompts-${QueueOwner}`;

/** The name of a provider's queue in wrangler.toml. */
export function promptQueueOf(provider: Provider): PromptQueue {
  return `crawlready-prompts-${ownerOf(provider)}`;
}

/** The Worker's binding to a provider's queue. */
export function promptQueueBindingOf(provider: Provider): `${Uppercase<QueueOwner>}_QUEUE` {
  return `${ownerOf(provider).toUpperCase() as Uppercase<QueueOwner>}_QUEUE`;
}
