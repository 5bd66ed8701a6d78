import type { HostnameRow } from "./remote";

/** What Cloudflare says, by a part of its text, and what that means to the owner of a domain. */
const EXPLAINED: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /does not CNAME to this zone|ownership (?:verification|validation) token was not found/i,
    "DNS does not point here yet: set the CNAME record, or the TXT record for ownership.",
  ],
  [
    /cannot be activated with an? TXT or HTTP/i,
    "The site is on Cloudflare already, so only its CNAME record can move it here.",
  ],
  [/fallback origin/i, "The operator's zone has no working fallback origin. Only the operator can set one."],
  [
    /held zone|zone hold/i,
    "The owner of the domain holds it at Cloudflare. They have to release the hold, and then ask for a new check.",
  ],
  [
    /\bCAA\b/i,
    "A CAA record of the domain forbids the certificate. Its owner has to allow Google Trust Services and Let's Encrypt.",
  ],
  [/quota/i, "The operator's zone has no room for more hostnames. Only the operator can get more."],
];

/** A problem in plain words. What we don't know stays as Cloudflare says it. */
export function explain(problem: string): string {
  return EXPLAINED.find(([pattern]) => pattern.test(problem))?.[1] ?? problem;
}

/** Problems of the certificate that only its status tells. */
const CERTIFICATES: ReadonlyArray<readonly [RegExp, string]> = [
  [/_timed_out$/, "The certificate was not validated in time. Check the records, then ask for a new check."],
  [/^(?:expired|inactive)$/, "The certificate has expired. Ask for a new check."],
];

/** What keeps a hostname from being active, in sentences. */
export function problemsOf({ problems, certificateStatus, state }: HostnameRow): string[] {
  if (state === "active") return [];
  const certificate = CERTIFICATES.find(([pattern]) => pattern.test(certificateStatus ?? ""))?.[1];
  return [...new Set([...(certificate ? [certificate] : []), ...(problems ?? []).map(explain)])];
}
