/** True for names and addresses of this machine, where cookies go without `Secure`. `hostname` as URL gives it. */
export function isLocalHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export type OriginVerdict = "same" | "absent" | "foreign";

/** Whether a request says that it comes from a page of its own origin (RFC 6454; `null` is foreign). */
export function judgeOrigin(requestUrl: string, originHeader: string | null): OriginVerdict {
  if (originHeader === null) return "absent";
  return originHeader === new URL(requestUrl).origin ? "same" : "foreign";
}
