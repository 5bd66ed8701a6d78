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
  | "AI_TIMEOUT_SECONDS";

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
