import { plainHost } from "../../../lib/hosts/domain";
import { isThisMachine } from "../../../lib/hosts/ip";
import { hasCredentials } from "../../../lib/hosts/url";
import { hasEmptyLabel, refusePrivateHost } from "../../../web";

export interface TargetRules {
  allowPrivateHosts: boolean;
  /** Hosts of this service, with port. */
  ownHosts: ReadonlySet<string>;
}

const MAX_URL = 2_048;

/**
 * Why nothing may be sent to a URL, for its owner; null: it may. Checked when an endpoint is set, and before each
 * attempt.
 */
export function refuseTarget(text: string, { allowPrivateHosts, ownHosts }: TargetRules): string | null {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  if (!url) return "must be a URL of at most 2048 characters";
  if (url.protocol !== "https:" && !(allowPrivateHosts && url.protocol === "http:")) return "must begin with https://";
  if (hasCredentials(url)) return "must not contain a user name or password";
  if (hasEmptyLabel(url.hostname)) return "must be a public host";
  if (isOwn(url, ownHosts)) return "must not be a host of this service";
  const refusal = refusePrivateHost(url, allowPrivateHosts);
  if (refusal === "port") return "must not name a port";
  return refusal === null ? null : "must be a public host";
}

/** Whether a URL points to this service, including by another name of this machine. */
function isOwn(url: URL, ownHosts: ReadonlySet<string>): boolean {
  if (ownHosts.has(plainHost(url.host)) || ownHosts.has(plainHost(url.hostname))) return true;
  if (!isThisMachine(plainHost(url.hostname))) return false;
  return [...ownHosts].some((own) => {
    const known = URL.parse(`${url.protocol}//${own}`);
    return known !== null && known.port === url.port && isThisMachine(known.hostname);
  });
}
