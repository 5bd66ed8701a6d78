import { getDomain } from "tldts";
import { isPrivateHost } from "./domain-rules";

/**
 * The registered name, which has one owner: `example.co.uk`, `shop.myhoster.app`. Null for addresses and public
 * suffixes.
 */
const registrable = (hostname: string) => getDomain(hostname, { allowPrivateDomains: true });

/**
 * Whether a domain's owner may use this origin without a proof: it has the same registered name, or it is a private
 * host where those are allowed (local use). Any other host may belong to someone else.
 */
export function isOwnOrigin(domain: string, origin: string, allowPrivateHosts: boolean): boolean {
  const to = URL.parse(origin);
  const from = URL.parse(`http://${domain}`);
  if (!to || !from) return false;
  if (to.hostname === from.hostname) return true;
  if (allowPrivateHosts && isPrivateHost(to.hostname)) return true;
  const name = registrable(from.hostname);
  return name !== null && name === registrable(to.hostname);
}
