/** Whether a text in lower case contains a host name on its own. */
export function isLinked(lower: string, host: string): boolean {
  if (host === "") return false;
  for (let at = lower.indexOf(host); at >= 0; at = lower.indexOf(host, at + 1)) {
    if (!/[\w-]/.test(lower[at - 1] ?? " ") && !/[\w-]/.test(lower[at + host.length] ?? " ")) return true;
  }
  return false;
}
