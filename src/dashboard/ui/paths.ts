type Query = Record<string, string | number | boolean | null | undefined>;

/** A path with a query; empty values are left out. */
export function pathWith(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** A page of a domain: `sitePath("example.com", "audits/1", { kind: "broken" })`. */
export function sitePath(domain: string, path = "", query: Query = {}): string {
  const base = `/app/site/${encodeURIComponent(domain).replaceAll("%3A", ":")}`;
  return pathWith(path === "" ? base : `${base}/${path}`, query);
}
