interface ProviderFacts {
  /** Its name for people. */
  label: string;
  /** The first word of its variables: `OPENAI` stands for `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`. */
  variables: string;
  /** What the adapter adds to the base URL, as the settings name it. */
  path: string;
  /** Of the providers with a key, the one with the lowest rank judges answers. */
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
    variables: "OPENAI",
    path: "/responses",
    judgeRank: 2,
    crawlers: ["GPTBot", "OAI-SearchBot"],
  },
  claude: {
    label: "Claude",
    variables: "ANTHROPIC",
    path: "/messages",
    judgeRank: 3,
    crawlers: ["ClaudeBot", "Claude-SearchBot"],
  },
  perplexity: {
    label: "Perplexity",
    variables: "PERPLEXITY",
    path: "/agent",
    judgeRank: 4,
    crawlers: ["PerplexityBot"],
  },
  gemini: { label: "Gemini", variables: "GEMINI", path: "/models/…", judgeRank: 1, crawlers: ["Googlebot"] },
} as const satisfies Record<string, ProviderFacts>;

export type Provider = keyof typeof AI_PROVIDERS;

export const PROVIDERS = Object.keys(AI_PROVIDERS) as [Provider, ...Provider[]];

/** Their names for people, as a sentence lists them: `A, B and C`. */
export function providerLabels(): string {
  return new Intl.ListFormat("en-GB").format(PROVIDERS.map((provider) => AI_PROVIDERS[provider].label));
}

/** The providers as judges of answers, the preferred one first. */
export const PROVIDERS_AS_JUDGES = [...PROVIDERS].sort(
  (left, right) => AI_PROVIDERS[left].judgeRank - AI_PROVIDERS[right].judgeRank,
);

const VARIABLE_ENDINGS = ["API_KEY", "BASE_URL", "MODEL"] as const;
type VariableEnding = (typeof VARIABLE_ENDINGS)[number];

/** The environment variables of all providers. */
export type ProviderVariable<Ending extends VariableEnding = VariableEnding> =
  `${(typeof AI_PROVIDERS)[Provider]["variables"]}_${Ending}`;

/** A provider's variable: `("chatgpt", "API_KEY")` gives `OPENAI_API_KEY`. */
export function variableOf<Ending extends VariableEnding>(
  provider: Provider,
  ending: Ending,
): ProviderVariable<Ending> {
  return `${AI_PROVIDERS[provider].variables}_${ending}`;
}

export type PromptQueue = `crawlready-prompts-${Provider}`;

/** The name of a provider's queue in wrangler.toml. */
export function promptQueueOf(provider: Provider): PromptQueue {
  return `crawlready-prompts-${provider}`;
}

/** The Worker's binding to a provider's queue. */
export function promptQueueBindingOf(provider: Provider): `${Uppercase<Provider>}_QUEUE` {
  return `${provider.toUpperCase() as Uppercase<Provider>}_QUEUE`;
}
