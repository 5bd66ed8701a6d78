import type { ApiProvider } from "../../../src/lib/ai-providers.ts";
import type { WireFormat } from "../wire.ts";
import { chatgpt } from "./chatgpt.ts";
import { claude } from "./claude.ts";
import { gemini } from "./gemini.ts";
import { perplexity } from "./perplexity.ts";

/** The wire format of each provider. */
export const WIRE_FORMATS: Record<ApiProvider, WireFormat> = { chatgpt, claude, perplexity, gemini };
