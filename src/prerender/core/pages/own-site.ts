/**
 * Whether a URL belongs to the site of `pageHost`, including its other subdomains. Only patience and blame depend on
 * this, so a guess without the list of public suffixes is enough: the last two labels count as a site unless the first
 * of them is short, as in "co.uk".
 */
export function isOwnSite(url: string, pageHost: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  const page = pageHost.replace(/:\d+$/, "");
  const site = siteOf(page);
  return host === page || host === site || host.endsWith(`.${site}`);
}

function siteOf(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host;
  const parent = host.slice(host.indexOf(".") + 1);
  const [first = "", ...rest] = parent.split(".");
  return rest.length > 0 && (first.length > 3 || host.startsWith("www.")) ? parent : host;
}
