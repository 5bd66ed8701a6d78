import { isPrivateIp } from "../../lib/hosts/ip";
import { egressRules, guardedFetch, homeOf, lookupTxt, readTextBody } from "../../web";
import type { ProofState } from "../core/domains/ownership";
import {
  dnsNameOf,
  judgeReading,
  VERIFICATION_META,
  VERIFICATION_PATH,
  type ProofReading,
  type VerificationAttempt,
  type VerificationMethod,
} from "../core/domains/verification";

const TIMEOUT_MS = 10_000;
const FILE_MAX_BYTES = 4_096;
const PAGE_MAX_BYTES = 1024 * 1024;

export interface ProofSearch {
  /** The first place that holds the token; null if none does. */
  method: VerificationMethod | null;
  state: ProofState;
  attempts: VerificationAttempt[];
}

export interface ProofRules {
  allowPrivateHosts: boolean;
  dnsResolver: URL;
}

/** Looks for a domain's token in DNS, in the file and on the home page in parallel. One match is enough. */
export async function lookForProof(domain: string, token: string, rules: ProofRules): Promise<ProofSearch> {
  const home = homeOf(domain);
  const readings = await Promise.all([readDns(domain, rules), ...readSite(home, rules.allowPrivateHosts)]);
  return judged(["dns", "file", "meta"], readings, { domain, token });
}

/** Looks for the same token on the origin, in the file and on the home page. DNS proves nothing about an origin. */
export async function lookForOriginProof(
  domain: string,
  origin: string,
  token: string,
  rules: ProofRules,
): Promise<ProofSearch> {
  const home = new URL("/", origin);
  return judged(["file", "meta"], await Promise.all(readSite(home, rules.allowPrivateHosts)), {
    domain,
    token,
    at: home.host,
  });
}

function judged(
  methods: readonly VerificationMethod[],
  readings: readonly ProofReading[],
  { domain, token, at }: { domain: string; token: string; at?: string },
): ProofSearch {
  const attempts = methods.map((method, i) => judgeReading(method, domain, token, readings[i]!, at));
  const method = attempts.find((attempt) => attempt.ok)?.method ?? null;
  const unclear = readings.some((reading) => ("problem" in reading ? reading.passing : reading.isCut));
  return { method, state: method ? "seen" : unclear ? "unclear" : "gone", attempts };
}

const readSite = (home: URL, allowPrivateHosts: boolean) => [
  readPage(new URL(VERIFICATION_PATH, home), FILE_MAX_BYTES, allowPrivateHosts, (text) => [text]),
  readPage(home, PAGE_MAX_BYTES, allowPrivateHosts, readMeta),
];

async function readMeta(html: string): Promise<string[]> {
  const { metaContents } = await import("../../web/html");
  return metaContents(html, VERIFICATION_META);
}

async function readDns(domain: string, { dnsResolver, allowPrivateHosts }: ProofRules): Promise<ProofReading> {
  const result = await lookupTxt(dnsNameOf(domain), dnsResolver, allowPrivateHosts);
  if (result.ok) return { values: result.values };
  // An IP address has no DNS records, whether or not the resolver responds.
  const isAddress = isPrivateIp(homeOf(domain).hostname) !== null;
  return { problem: result.detail, passing: !isAddress };
}

/**
 * Reads a page from the host itself. We ignore the configured origin: the customer chooses it, so it proves nothing.
 */
async function readPage(
  url: URL,
  maxBytes: number,
  allowPrivateHosts: boolean,
  extract: (text: string) => string[] | Promise<string[]>,
): Promise<ProofReading> {
  const rules = egressRules({ domain: url.host, origin: null }, allowPrivateHosts);
  const response = await guardedFetch(url, { rules, timeoutMs: TIMEOUT_MS, maxRedirects: 3 });
  if (!response.ok) {
    const passing = response.failure === "timeout" || response.failure === "unreachable";
    return { problem: `no response (${response.detail})`, passing };
  }
  try {
    if (response.status !== 200) return { problem: `status ${response.status}`, passing: isPassing(response.status) };
    const { text, end } = await readTextBody(response, maxBytes);
    return { values: await extract(text), isCut: end === "timeout" || end === "broken" };
  } finally {
    response.release();
  }
}

/** Whether the status may be temporary or specific to our client; the page may exist for others. */
function isPassing(status: number): boolean {
  return status >= 500 || [401, 403, 408, 425, 429].includes(status);
}
