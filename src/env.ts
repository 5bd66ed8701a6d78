import { normalizeDomain } from "./lib/domain";

/** The Worker's bindings (generated from wrangler.toml) with the optional variables and secrets. */
export type Bindings = Env &
  Partial<Record<OptionalVariable, string>> & {
    /** Cloudflare's optional binding that sends mail. */ EMAIL?: SendEmail;
    /** Cloudflare's optional binding to its language models. */
    AI?: { run: (model: string, input: object) => Promise<unknown> };
  };

export type OptionalVariable =
  | "ADMIN_TOKEN"
  | "ALLOW_PRIVATE_HOSTS"
  | "API_HOSTS"
  | "AUTH_SECRET"
  | "CRAWLER_PROOFS_URL"
  | "DNS_RESOLVER_URL"
  | "EMAIL_API_KEY"
  | "EMAIL_API_URL"
  | "EMAIL_FROM"
  | "EMAIL_PRINT"
  | "INDEXNOW_URL"
  | "OPENAI_API_KEY"
  | "OPENAI_BASE_URL"
  | "OPENAI_MODEL"
  | "ANTHROPIC_API_KEY"
  | "ANTHROPIC_BASE_URL"
  | "ANTHROPIC_MODEL"
  | "PERPLEXITY_API_KEY"
  | "PERPLEXITY_BASE_URL"
  | "PERPLEXITY_MODEL"
  | "GEMINI_API_KEY"
  | "GEMINI_BASE_URL"
  | "GEMINI_MODEL"
  | "ANALYSIS_PROVIDER"
  | "ANALYSIS_MODEL"
  | "ANALYSIS_CALLS_PER_DAY"
  | "AI_GATEWAY_TOKEN"
  | "AI_TIMEOUT_SECONDS"
  | "AI_CALLS_PER_DAY"
  | "BROWSER_SECONDS_PER_DAY"
  | "RENDER_POOLS";

/** Parsed settings that several modules read. */
export interface Settings {
  /** Allows loopback and private hosts, ports and http for domains, origins and sitemaps. For local use only. */
  allowPrivateHosts: boolean;
  /**
   * Hosts (with port) that serve only the API; any other host is a customer's domain or unknown. If empty, every host
   * that is not a domain serves the API.
   */
  apiHosts: ReadonlySet<string>;
  /** DNS over HTTPS in JSON form, used to verify domains. */
  dnsResolver: URL;
}

const DEFAULT_DNS_RESOLVER = "https://cloudflare-dns.com/dns-query";

type SettingsEnv = Pick<Bindings, "ALLOW_PRIVATE_HOSTS" | "API_HOSTS" | "DNS_RESOLVER_URL">;

let known: { source: string; settings: Settings } | null = null;

/** The settings, parsed. An isolate's variables never change, so each request gets the same object. */
export function settingsOf(env: SettingsEnv): Settings {
  const source = `${env.ALLOW_PRIVATE_HOSTS}\n${env.API_HOSTS}\n${env.DNS_RESOLVER_URL}`;
  if (known?.source !== source) known = { source, settings: parseSettings(env) };
  return known.settings;
}

function parseSettings(env: SettingsEnv): Settings {
  const hosts = (env.API_HOSTS ?? "").split(",").flatMap((host) => normalizeDomain(host) ?? []);
  return {
    allowPrivateHosts: env.ALLOW_PRIVATE_HOSTS === "true",
    apiHosts: new Set(hosts),
    dnsResolver: new URL(env.DNS_RESOLVER_URL ?? DEFAULT_DNS_RESOLVER),
  };
}

/** What the whole service may spend per UTC day, across all accounts. */
export interface Ceilings {
  /** Calls to AI providers. */
  aiCallsPerDay: number;
  /** Calls that ask a language model to judge answers. */
  analysisCallsPerDay: number;
  /** Render seconds, summed over pages: four pages in parallel for one second count as four. */
  browserSecondsPerDay: number;
}

const DEFAULT_AI_CALLS_PER_DAY = 20_000;
const DEFAULT_ANALYSIS_CALLS_PER_DAY = 20_000;
/** Two pages in parallel around the clock. */
const DEFAULT_BROWSER_SECONDS_PER_DAY = 172_800;

export function ceilingsOf(
  env: Pick<Bindings, "AI_CALLS_PER_DAY" | "BROWSER_SECONDS_PER_DAY"> & { ANALYSIS_CALLS_PER_DAY?: string },
): Ceilings {
  return {
    analysisCallsPerDay: wholeNumber(env.ANALYSIS_CALLS_PER_DAY) ?? DEFAULT_ANALYSIS_CALLS_PER_DAY,
    aiCallsPerDay: wholeNumber(env.AI_CALLS_PER_DAY) ?? DEFAULT_AI_CALLS_PER_DAY,
    browserSecondsPerDay: wholeNumber(env.BROWSER_SECONDS_PER_DAY) ?? DEFAULT_BROWSER_SECONDS_PER_DAY,
  };
}

/** More browsers at once than an account of Browser Rendering may have. */
const MAX_RENDER_POOLS = 100;

/** The number of render pools. Each has one browser at most. */
export function renderPoolsOf(env: Pick<Bindings, "RENDER_POOLS">): number {
  return Math.min(MAX_RENDER_POOLS, Math.max(1, wholeNumber(env.RENDER_POOLS) ?? 1));
}

/** Parses a setting as a whole number; null if it is missing or not a whole number. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null;
}
