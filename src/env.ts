import { normalizeDomain } from "./lib/domain";

/** The Worker's bindings (generated from wrangler.toml) with the optional variables and secrets. */
export type Bindings = Env &
  Partial<Record<OptionalVariable, string>> & {
    /** Cloudflare's binding that sends mail, where it was added. */ EMAIL?: SendEmail;
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
  | "AI_GATEWAY_TOKEN"
  | "AI_TIMEOUT_SECONDS"
  | "AI_CALLS_PER_DAY"
  | "BROWSER_SECONDS_PER_DAY";

/** Parsed settings that more than one capability reads. */
export interface Settings {
  /** Loopback and private hosts, ports and http are allowed for domains, origins and sitemaps. Local use only. */
  allowPrivateHosts: boolean;
  /** Hosts (with port) that serve the API and nothing else; every other host is a customer's domain, or nobody's. Empty: any host
   * that is no domain serves the API. */
  apiHosts: ReadonlySet<string>;
  /** DNS over HTTPS, JSON form, for the proof that a domain is its account's. */
  dnsResolver: URL;
}

const DEFAULT_DNS_RESOLVER = "https://cloudflare-dns.com/dns-query";

export function settingsOf(env: Pick<Bindings, "ALLOW_PRIVATE_HOSTS" | "API_HOSTS" | "DNS_RESOLVER_URL">): Settings {
  const hosts = (env.API_HOSTS ?? "").split(",").flatMap((host) => normalizeDomain(host) ?? []);
  return {
    allowPrivateHosts: env.ALLOW_PRIVATE_HOSTS === "true",
    apiHosts: new Set(hosts),
    dnsResolver: new URL(env.DNS_RESOLVER_URL ?? DEFAULT_DNS_RESOLVER),
  };
}

/** What the whole service may spend on a UTC day, whoever asks for it. */
export interface Ceilings {
  /** Calls to AI providers. */
  aiCallsPerDay: number;
  /** Seconds in which a page is rendered; four pages at once count four. */
  browserSecondsPerDay: number;
}

const DEFAULT_AI_CALLS_PER_DAY = 20_000;
/** Two pages at once, all day long. */
const DEFAULT_BROWSER_SECONDS_PER_DAY = 172_800;

export function ceilingsOf(env: Pick<Bindings, "AI_CALLS_PER_DAY" | "BROWSER_SECONDS_PER_DAY">): Ceilings {
  return {
    aiCallsPerDay: wholeNumber(env.AI_CALLS_PER_DAY) ?? DEFAULT_AI_CALLS_PER_DAY,
    browserSecondsPerDay: wholeNumber(env.BROWSER_SECONDS_PER_DAY) ?? DEFAULT_BROWSER_SECONDS_PER_DAY,
  };
}

/** A number as it is set; null when it is not set, or is no whole number. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null;
}
