import { isPrivateHost } from "./domain-rules";

/**
 * The origin of mailed links: one of the API's known hosts, never a host that the caller made up. Over https, even if this
 * request was not, unless the host is this machine's or its network's.
 */
export function linkOrigin(apiHosts: ReadonlySet<string>, requestUrl: string): string {
  const { host: asked, protocol } = new URL(requestUrl);
  const host = apiHosts.size === 0 || apiHosts.has(asked) ? asked : [...apiHosts][0]!;
  return isPrivateHost(new URL(`http://${host}`).hostname) ? `${protocol}//${host}` : `https://${host}`;
}
