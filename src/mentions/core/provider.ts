/** The AI providers, in the order in which responses list them. */
export const PROVIDERS = ["chatgpt", "claude", "perplexity", "gemini"] as const;
export type Provider = (typeof PROVIDERS)[number];
