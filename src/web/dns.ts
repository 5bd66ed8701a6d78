import * as z from "zod";
import { parseJson } from "../lib/json";
import { guardedFetch, readTextBody } from "./guarded-fetch";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;
/** Numbers of the record types that we ask for (RFC 1035 §3.2.2, RFC 3596 §2.1). */
const RECORD_TYPES = { A: 1, PTR: 12, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof RECORD_TYPES;

/** The part of an answer that we read (the JSON form of DNS over HTTPS, as Cloudflare and Google speak it). */
const DnsAnswer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
});

/** `by`: who failed to answer, the resolver itself or the servers of the name that it asked on our behalf. */
export type DnsLookup = { ok: true; values: string[] } | { ok: false; by: "resolver" | "name"; detail: string };

/** The TXT records of a name, each with its strings joined; none for a name that does not exist. */
export async function lookupTxt(name: string, resolver: URL, allowPrivateHosts: boolean): Promise<DnsLookup> {
  const lookup = await lookupDns(name, "TXT", resolver, allowPrivateHosts);
  return lookup.ok ? { ok: true, values: lookup.values.map(joinStrings) } : lookup;
}

/** The records of a name, as they stand in the answer; none for a name that does not exist. Asks `resolver`, a DNS over HTTPS address. */
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
    // A resolver that is up answers slowly when the servers of the name do not answer it.
    const by = response.failure === "timeout" ? "name" : "resolver";
    return { ok: false, by, detail: `the DNS resolver could not be asked: ${response.detail}` };
  }
  try {
    const { status } = response;
    // 4xx is about what was asked; 429 and 5xx are about the resolver.
    const by = status === 429 || status >= 500 ? "resolver" : "name";
    if (status !== 200) return { ok: false, by, detail: `the DNS resolver answered ${status}` };
    return readAnswer((await readTextBody(response, MAX_BYTES)).text, RECORD_TYPES[type]);
  } finally {
    response.release();
  }
}

/** NXDOMAIN (3) is an answer too: there is no such name, so there are no records. */
function readAnswer(text: string, type: number): DnsLookup {
  const parsed = DnsAnswer.safeParse(parseJson(text));
  if (!parsed.success) return { ok: false, by: "name", detail: "the DNS resolver's answer could not be read" };
  const { Status, Answer } = parsed.data;
  if (Status !== 0 && Status !== 3)
    return { ok: false, by: "name", detail: `the DNS lookup failed with code ${Status}` };
  return { ok: true, values: (Answer ?? []).filter((record) => record.type === type).map(({ data }) => data) };
}

/** A TXT record is one or more quoted strings that belong together (RFC 7208 3.3); some resolvers leave the quotes out. */
export function joinStrings(data: string): string {
  // A string that never ends is matched too, so that each character is read once; it counts for nothing.
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)("?)/gs)].filter((match) => match[2] !== "");
  return strings.length > 0 ? strings.map((match) => match[1]!.replaceAll(/\\(.)/gs, "$1")).join("") : data;
}
