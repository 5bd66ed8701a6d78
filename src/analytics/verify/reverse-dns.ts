import { DnsHolds } from "./core/dns-holds";
import { reverseName, sameAddress } from "./core/ip-ranges";
import { settingsOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import { lookupDns, type RecordType } from "../../web";
import { readNames, writeNames } from "./proof-kv";

/** Short, because a zone with broken name servers must not use up the time of other visits. */
const TIMEOUT_MS = 2 * SECOND_MS;
/** Names per address that we follow. An address has one, rarely more. */
const MAX_NAMES = 4;

const holds = new DnsHolds();

/**
 * Whether the address's reverse name belongs to one of the domains and resolves back to the address. Only the domain's
 * owner can set up both. Null if DNS failed.
 */
export async function hasNameIn(
  env: Bindings,
  ip: string,
  domains: readonly string[],
  now: number,
): Promise<boolean | null> {
  const names = await namesOf(env, ip, now);
  return names && names.some((name) => domains.some((domain) => name === domain || name.endsWith(`.${domain}`)));
}

async function namesOf(env: Bindings, ip: string, now: number): Promise<string[] | null> {
  const reverse = reverseName(ip);
  if (reverse === null) return [];
  const known = await readNames(env, ip);
  if (known) return known;
  if (!holds.mayAsk(reverse, now)) return null;
  const names = await confirmedNames(env, ip, reverse, now);
  if (names) await writeNames(env, ip, names);
  return names;
}

/** Names of an address that resolve back to it; null if a lookup failed, which pauses queries about the address. */
async function confirmedNames(env: Bindings, ip: string, reverse: string, now: number): Promise<string[] | null> {
  const { dnsResolver, allowPrivateHosts } = settingsOf(env);
  const ask = async (name: string, type: RecordType): Promise<string[] | null> => {
    const lookup = await lookupDns(name, type, dnsResolver, allowPrivateHosts, TIMEOUT_MS);
    if (lookup.ok) holds.answered();
    else if (lookup.by === "resolver") holds.resolverFailed(reverse, now);
    else holds.nameFailed(reverse, now);
    return lookup.ok ? lookup.values : null;
  };
  const pointers = await ask(reverse, "PTR");
  if (!pointers) return null;
  const confirmed: string[] = [];
  for (const pointer of pointers.slice(0, MAX_NAMES)) {
    const name = pointer.toLowerCase().replace(/\.$/, "");
    const addresses = await ask(name, ip.includes(":") ? "AAAA" : "A");
    if (!addresses) return null;
    if (addresses.some((address) => sameAddress(address, ip))) confirmed.push(name);
  }
  return confirmed;
}
