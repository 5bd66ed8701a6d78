type Parameter = string | number | boolean | null | undefined;

/** What a call is given. Which of these an operation takes is in its type. */
export interface Arguments {
  path?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  body?: unknown;
  text?: BodyInit;
  contentType?: string;
}

/** The URL of a call. Query parameters that are undefined are left out. */
export function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: Arguments): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined || value === null) throw new TypeError(`The path parameter ${name} is missing.`);
    const text = String(value);
    // A URL with such a segment is another operation's.
    if (text === "" || text === "." || text === "..")
      throw new TypeError(`The path parameter ${name} must not be ${JSON.stringify(text)}.`);
    return encodeURIComponent(text);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return baseUrl.replace(/\/+$/, "") + filled + (search === "" ? "" : `?${search}`);
}
