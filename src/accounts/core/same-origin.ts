/** True for names and addresses of this machine, where cookies go without `Secure`. `hostname` as URL gives it. */
export function isLocalHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether a page of another origin sends this write. Browsers name the origin with every method but GET and HEAD (Fetch
 * §3.2; `null` is foreign), so a request without it comes from a program that was given the cookie.
 */
export function isForeignWrite(requestUrl: string, originHeader: string | null, fetchSite: string | null): boolean {
  if (originHeader !== null) return originHeader !== new URL(requestUrl).origin;
  return fetchSite !== null && fetchSite !== "same-origin";
}
