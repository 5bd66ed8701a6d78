import { reverseName, sameAddress } from "../core/ip-ranges";
import { settingsOf, type Bindings } from "../../env";
import { MINUTE_MS } from "../../lib/time";
import { lookupDns } from "../../web";
import { readNames, writeNames } from "./proof-store";

/** After a resolver that does not answer, how long it is left alone. */
const PAUSE_MS = MINUTE_MS;
/** Names of one address that are followed: an address has one, rarely more. */
const MAX_NAMES = 4;

let pausedUntil = 0;

/**
 * Whether the address's own name belongs to one of the domains and leads back to the address: only who holds the domain can
 * make both so. Null: the DNS could not be asked.
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
  const known = await readNames(env, ip);
  if (known) return known;
  if (now < pausedUntil) return null;
  const names = await confirmedNames(env, ip);
  if (names) await writeNames(env, ip, names);
  else pausedUntil = now + PAUSE_MS;
  return names;
}

/** Names of an address that lead back to it. */
async function confirmedNames(env: Bindings, ip: string): Promise<string[] | null> {
  const { dnsResolver, allowPrivateHosts } = settingsOf(env);
  const reverse = reverseName(ip);
  if (reverse === null) return [];
  const pointers = await lookupDns(reverse, "PTR", dnsResolver, allowPrivateHosts);
  if (!pointers.ok) return null;
  const confirmed: string[] = [];
  for (const pointer of pointers.values.slice(0, MAX_NAMES)) {
    const name = pointer.toLowerCase().replace(/\.$/, "");
    const addresses = await lookupDns(name, ip.includes(":") ? "AAAA" : "A", dnsResolver, allowPrivateHosts);
    if (!addresses.ok) return null;
    if (addresses.values.some((address) => sameAddress(address, ip))) confirmed.push(name);
  }
  return confirmed;
}
