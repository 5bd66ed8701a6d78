/** The origin of mailed links: one of the API's known hosts, never a host that the caller made up. */
export function linkOrigin(apiHosts: ReadonlySet<string>, requestUrl: string): string {
  const { host, origin } = new URL(requestUrl);
  return apiHosts.size === 0 || apiHosts.has(host) ? origin : `https://${[...apiHosts][0]}`;
}
