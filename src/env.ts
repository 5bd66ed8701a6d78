import { isShortToken } from "./lib/crypto/admin-token";
import { readSigner, type RequestSigner } from "./lib/crypto/request-signer";
import { normalizeDomain } from "./lib/hosts/domain";
import { log } from "./lib/text/log";
import { SECOND_MS } from "./lib/time/time";
import {
  isSwitchedOn,
  listSetting,
  numberSetting,
  textSetting,
  urlSetting,
  type WorkerVariables,
} from "./settings/values";

/** The Worker's bindings (generated from wrangler.toml) with the optional variables and secrets. */
export type Bindings = Env &
  WorkerVariables & {
    /** Cloudflare's optional binding that sends mail. */ EMAIL?: SendEmail;
    /** Cloudflare's optional binding to its language models. */
    AI?: { run: (model: string, input: object) => Promise<unknown> };
  };

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

type SettingsEnv = Pick<Bindings, "ALLOW_PRIVATE_HOSTS" | "API_HOSTS" | "DNS_RESOLVER_URL">;

let known: { source: string; settings: Settings } | null = null;

/** The settings, parsed. An isolate's variables never change, so each request gets the same object. */
export function settingsOf(env: SettingsEnv): Settings {
  const source = `${env.ALLOW_PRIVATE_HOSTS}\n${env.API_HOSTS}\n${env.DNS_RESOLVER_URL}`;
  if (known?.source !== source) known = { source, settings: parseSettings(env) };
  return known.settings;
}

function parseSettings(env: SettingsEnv): Settings {
  const hosts = listSetting(env, "API_HOSTS").flatMap((host) => normalizeDomain(host) ?? []);
  return {
    allowPrivateHosts: isSwitchedOn(env, "ALLOW_PRIVATE_HOSTS"),
    apiHosts: new Set(hosts),
    dnsResolver: urlSetting(env, "DNS_RESOLVER_URL"),
  };
}

type SignerEnv = SettingsEnv & { SIGNING_KEYS?: string };

let knownSigner: { source: string; signer: RequestSigner | null } | null = null;

/** Signs requests to sites; null without `SIGNING_KEYS` or a host of the API. Each request gets the same object. */
export function signerOf(env: SignerEnv): RequestSigner | null {
  const keys = env.SIGNING_KEYS?.trim() ?? "";
  const [host] = settingsOf(env).apiHosts;
  if (keys === "" || host === undefined) return null;
  const source = `${host}\n${keys}`;
  if (knownSigner?.source !== source) {
    const signer = readSigner(keys, `${settingsOf(env).allowPrivateHosts ? "http" : "https"}://${host}`);
    if (!signer) log("error", "signing_keys_unreadable");
    knownSigner = { source, signer };
  }
  return knownSigner.signer;
}

/** The operator's token, as far as it can be used: a local service also accepts a short one. */
export type OperatorToken = { kind: "set"; token: string } | { kind: "unset" | "too_short" };

export function operatorTokenOf(env: SettingsEnv & Pick<Bindings, "ADMIN_TOKEN">): OperatorToken {
  const token = env.ADMIN_TOKEN?.trim();
  if (!token) return { kind: "unset" };
  return isShortToken(token) && !settingsOf(env).allowPrivateHosts ? { kind: "too_short" } : { kind: "set", token };
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

export function ceilingsOf(
  env: Pick<Bindings, "AI_CALLS_PER_DAY" | "BROWSER_SECONDS_PER_DAY"> & { ANALYSIS_CALLS_PER_DAY?: string },
): Ceilings {
  return {
    analysisCallsPerDay: numberSetting(env, "ANALYSIS_CALLS_PER_DAY"),
    aiCallsPerDay: numberSetting(env, "AI_CALLS_PER_DAY"),
    browserSecondsPerDay: numberSetting(env, "BROWSER_SECONDS_PER_DAY"),
  };
}

/** Mails that the whole service sends per hour. */
export function mailsPerHourOf(env: Pick<Bindings, "MAILS_PER_HOUR">): number {
  return numberSetting(env, "MAILS_PER_HOUR");
}

/** After how many requests to a site a job of its audit hands over to another. */
export function siteRequestsPerJobOf(env: Pick<Bindings, "SITE_REQUESTS_PER_JOB">): number {
  return numberSetting(env, "SITE_REQUESTS_PER_JOB");
}

/** How long a browser stays open after a render, in ms. */
export function browserIdleMsOf(env: Pick<Bindings, "BROWSER_IDLE_SECONDS">): number {
  return numberSetting(env, "BROWSER_IDLE_SECONDS") * SECOND_MS;
}

/** The pause between gatherings of renders that nobody waits for, in seconds; 0: they are not gathered. */
export function gatherSecondsOf(env: Pick<Bindings, "RENDER_GATHER_SECONDS">): number {
  return numberSetting(env, "RENDER_GATHER_SECONDS");
}

/** The number of render pools. Each has one browser at most. */
export function renderPoolsOf(env: Pick<Bindings, "RENDER_POOLS">): number {
  return numberSetting(env, "RENDER_POOLS");
}

/** The operator's zone at Cloudflare, whose custom hostnames domains become. */
export interface HostnameZone {
  id: string;
  token: string;
  /** The host that customers point their CNAME records to. */
  target: string;
  apiUrl: URL;
  /** How certificates are validated. */
  validation: "http" | "txt";
  /** Most custom hostnames, and how many may be created per minute. */
  most: number;
  perMinute: number;
}

export type HostnameZoneEnv = Pick<Bindings, Extract<keyof Bindings, `CUSTOM_HOSTNAMES_${string}`>>;

/** Null: the operator has not set all that custom hostnames need. */
export function hostnameZoneOf(env: HostnameZoneEnv): HostnameZone | null {
  const [id, token] = [env.CUSTOM_HOSTNAMES_ZONE?.trim(), env.CUSTOM_HOSTNAMES_TOKEN?.trim()];
  const target = normalizeDomain(env.CUSTOM_HOSTNAMES_TARGET ?? "");
  if (!id || !token || target === null) return null;
  return {
    id,
    token,
    target,
    apiUrl: urlSetting(env, "CUSTOM_HOSTNAMES_API_URL"),
    validation: textSetting(env, "CUSTOM_HOSTNAMES_VALIDATION") === "txt" ? "txt" : "http",
    most: numberSetting(env, "CUSTOM_HOSTNAMES_MAX"),
    perMinute: numberSetting(env, "CUSTOM_HOSTNAMES_PER_MINUTE"),
  };
}
