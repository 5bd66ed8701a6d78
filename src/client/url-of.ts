type Parameter = string | number | boolean | null | undefined;

/** What a call is given. Which of these an operation takes is in its type. */
export interface Arguments {
  path?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  body?: unknown;
  text?: BodyInit;
  contentType?: string;
}

/** A path parameter is missing, can't be encoded, or would make the URL another operation's. Nothing was sent. */
export class ImpossiblePath extends TypeError {}

/**
 * The URL of a call. Path parameters are encoded here and nowhere else. Query parameters that are undefined are left out.
 * @throws ImpossiblePath
 */
export function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: Arguments): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined || value === null) throw new ImpossiblePath(`The path parameter ${name} is missing.`);
    const text = String(value);
    if (text === "" || text === "." || text === "..")
      throw new ImpossiblePath(`The path parameter ${name} must not be ${JSON.stringify(text)}.`);
    return encoded(name, text);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return baseUrl.replace(/\/+$/, "") + filled + (search === "" ? "" : `?${search}`);
}

function encoded(name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (error) {
    throw new ImpossiblePath(`The path parameter ${name} is not valid Unicode.`, { cause: error });
  }
}
