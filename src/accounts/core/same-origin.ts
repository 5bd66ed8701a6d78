/**
 * Whether the host name is this machine's, where cookies work without `Secure`. Expects `hostname` as URL returns it.
 */
export function isLocalHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether a page of another origin sent this write. Browsers send Origin with every method except GET and HEAD (Fetch
 * §3.2; `null` counts as foreign), so a request without it comes from a program that was given the cookie.
 */
export function isForeignWrite(requestUrl: string, originHeader: string | null, fetchSite: string | null): boolean {
  if (originHeader !== null) return originHeader !== new URL(requestUrl).origin;
  return fetchSite !== null && fetchSite !== "same-origin";
}
