import { parseJson } from "../../lib/text/json";
import { log } from "../../lib/text/log";
import { guardedFetch, readTextBody } from "./guarded-fetch";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;
/** Codes of the record types we query (RFC 1035 §3.2.2, RFC 3596 §2.1). */
const RECORD_TYPES = { A: 1, PTR: 12, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof RECORD_TYPES;

/** `by`: which failed, the resolver itself or the name servers that it queried for us. */
export type DnsLookup = { ok: true; values: string[] } | { ok: false; by: "resolver" | "name"; detail: string };

/** The TXT records of a name, each with its strings joined. Empty for a name that does not exist. */
export async function lookupTxt(name: string, resolver: URL, allowPrivateHosts: boolean): Promise<DnsLookup> {
  const lookup = await lookupDns(name, "TXT", resolver, allowPrivateHosts);
  return lookup.ok ? { ok: true, values: lookup.values.map(joinStrings) } : lookup;
}

/** The records of a name, as returned by `resolver`, a DNS over HTTPS URL. Empty for a name that does not exist. */
export async function lookupDns(
  name: string,
  type: RecordType,
  resolver: URL,
  allowPrivateHosts: boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<DnsLookup> {
  const url = new URL(resolver);
  url.searchParams.set("name", name);
  url.searchParams.set("type", type);
  const response = await guardedFetch(url, {
    rules: { hosts: new Set([url.host]), via: null, allowPrivateHosts },
    headers: { accept: "application/dns-json" },
    timeoutMs,
  });
  if (!response.ok) {
    // A resolver that is up responds slowly when the name's servers don't respond.
    const by = response.failure === "timeout" ? "name" : "resolver";
    if (by === "resolver") log("warn", "dns_resolver_failed", { failure: response.failure, detail: response.detail });
    return {
      ok: false,
      by,
      detail: `the DNS resolver ${by === "name" ? "did not answer in time" : "could not be reached"}`,
    };
  }
  try {
    const { status } = response;
    // 4xx concerns the query; 429 and 5xx concern the resolver.
    const by = status === 429 || status >= 500 ? "resolver" : "name";
    if (status !== 200) return { ok: false, by, detail: `the DNS resolver answered ${status}` };
    return await readAnswer((await readTextBody(response, MAX_BYTES)).text, RECORD_TYPES[type]);
  } finally {
    response.release();
  }
}

/** NXDOMAIN (3) is a valid result: the name does not exist, so it has no records. */
async function readAnswer(text: string, type: number): Promise<DnsLookup> {
  const { DnsAnswer } = await import("./dns-answer");
  const parsed = DnsAnswer.safeParse(parseJson(text));
  if (!parsed.success) return { ok: false, by: "name", detail: "the DNS resolver's response is not readable" };
  const { Status, Answer } = parsed.data;
  if (Status !== 0 && Status !== 3)
    return { ok: false, by: "name", detail: `the DNS lookup failed with code ${Status}` };
  return { ok: true, values: (Answer ?? []).filter((record) => record.type === type).map(({ data }) => data) };
}

/** A TXT record consists of one or more quoted strings (RFC 7208 3.3). Some resolvers omit the quotes. */
export function joinStrings(data: string): string {
  // Also matches an unterminated string, so that each character is read once; such a string is dropped.
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)("?)/gs)].filter((match) => match[2] !== "");
  return strings.length > 0 ? strings.map((match) => match[1]!.replaceAll(/\\(.)/gs, "$1")).join("") : data;
}
