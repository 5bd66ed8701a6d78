import { getDomain } from "tldts";

/** The same host with `www.` or without it; null: it has no such sibling that must belong to the same owner. */
export function siblingHost(host: string): string | null {
  const sibling = host.startsWith("www.") ? host.slice(4) : `www.${host}`;
  return ownerOf(host) !== null && ownerOf(host) === ownerOf(sibling) ? sibling : null;
}

/** The domain that somebody has registered, also below the suffix of a hosting service; null: an address or a suffix. */
const ownerOf = (host: string) => getDomain(host.replace(/:\d+$/, ""), { allowPrivateDomains: true });
