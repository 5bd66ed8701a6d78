import type { Provider } from "../core/provider";
import { chatgpt } from "./chatgpt";
import { claude } from "./claude";
import { gemini } from "./gemini";
import { perplexity } from "./perplexity";
import type { ProviderAdapter } from "./types";

export const ADAPTERS: Record<Provider, ProviderAdapter> = { chatgpt, claude, perplexity, gemini };
