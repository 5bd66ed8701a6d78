import { COOKIE_PREFIX } from "../../accounts";

/** Headers that carry a key for this service. */
const KEY_HEADERS = ["x-service-api-key", "x-prerender-token"];
/** A letter or digit of a key, plain or percent-encoded. */
const BASE62 = "(?:[0-9A-Za-z]|%3[0-9]|%[46][1-9A-Fa-f]|%[57][0-9Aa])";
/** An API key or a stats token, anywhere in a text. */
const KEY = new RegExp(`(?:c|%63)(?:r|%72)(?:[ks]|%6[Bb]|%73)(?:_|%5[Ff])${BASE62}{43}`, "g");
const SESSION_COOKIE = new RegExp(`^(?:__(?:Secure|Host)-)?${COOKIE_PREFIX}\\.`);

/** Text for an origin, such as a path with its query, without keys for this service, percent-encoded ones included. */
export function withoutKeys(text: string): string {
  return text.replaceAll(KEY, "");
}

/**
 * The headers of a request for an origin, without credentials for this service: keys, wherever they are, and sessions.
 */
export function withoutCredentials(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of KEY_HEADERS) headers.delete(name);
  for (const [name, value] of given) {
    if (KEY_HEADERS.includes(name)) continue;
    if (name.endsWith("authorization")) {
      // Without its key, an authorization header is useless.
      if (hasKey(value) || hasKey(basicCredentials(value))) headers.delete(name);
      continue;
    }
    const open = withoutKeys(name === "cookie" ? withoutSessions(value) : value);
    if (open === value) continue;
    if (open === "") headers.delete(name);
    else headers.set(name, open);
  }
  return headers;
}

const hasKey = (text: string) => withoutKeys(text) !== text;

/** The `user:password` of Basic authorization; empty if it is another scheme or cannot be read. */
function basicCredentials(authorization: string): string {
  const encoded = /^basic +(\S+)$/i.exec(authorization)?.[1] ?? "";
  try {
    return atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

function withoutSessions(cookies: string): string {
  const all = cookies.split(";").map((cookie) => cookie.trim());
  const open = all.filter((cookie) => !SESSION_COOKIE.test(cookie));
  return open.length === all.length ? cookies : open.join("; ");
}
