/** The AI providers that prompts are run against, in the order that answers list them. */
export const PROVIDERS = ["chatgpt", "claude", "perplexity", "gemini"] as const;
export type Provider = (typeof PROVIDERS)[number];
