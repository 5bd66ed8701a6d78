/** Where mailed links lead: a known host of the API, never a host made up by the caller. */
export function linkOrigin(apiHosts: ReadonlySet<string>, requestUrl: string): string {
  const { host, origin } = new URL(requestUrl);
  return apiHosts.size === 0 || apiHosts.has(host) ? origin : `https://${[...apiHosts][0]}`;
}
