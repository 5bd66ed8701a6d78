/** Where mailed links lead: the API's host that was asked, never a host that whoever asked made up. */
export function linkOrigin(apiHosts: ReadonlySet<string>, requestUrl: string): string {
  const { host, origin } = new URL(requestUrl);
  return apiHosts.size === 0 || apiHosts.has(host) ? origin : `https://${[...apiHosts][0]}`;
}
