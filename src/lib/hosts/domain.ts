/** One part of a host name (RFC 1123; underscores exist in the wild). */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Removes the final dot of a fully qualified host name (`example.com.`, `example.com.:8080`); it names the same host.
 */
export function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d+)?$)/, "");
}

/**
 * Normalises a domain as customers type it (`Example.COM`, `example.com/`, `https://example.com/x`, `bücher.example`) to a lower-case
 * ASCII host, with its port if given. Returns null if it is not a host. Ports and bare IP addresses pass; the caller
 * decides whether to allow them.
 */
export function normalizeDomain(input: string): string | null {
  const text = input.trim().replace(/(?<=[^/])\/$/, "");
  if (text === "" || text.length > 300 || /[\s@\\]/.test(text)) return null;
  // `%61.example` is `a.example` to a URL, but nobody's name.
  if (/^(?:https?:\/\/)?[^/?#]*%/i.test(text)) return null;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || url.hostname === "" || url.username || url.password) return null;
  if (!/^https?:\/\//i.test(text) && /[/?#]/.test(text)) return null;
  // A host is written without the port of http, whatever it came with: so it is read again as the same.
  const host = plainHost(url.host).replace(/:80$/, "");
  const labels = url.hostname.startsWith("[") ? [] : host.replace(/:\d+$/, "").split(".");
  return host.length <= 253 && labels.every((label) => LABEL.test(label)) ? host : null;
}
