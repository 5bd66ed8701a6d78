import { DAY_MS, SECOND_MS } from "../../lib/time/time";
import { isLocalHost } from "../core/same-origin";
import { COOKIE_PREFIX } from "./open-auth";

const randomText = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64");

/** A session cookie in the auth library's format, for a session that does not exist. */
export function decoyCookie(requestUrl: string): string {
  const isSecure = !isLocalHost(new URL(requestUrl).hostname);
  const token = randomText(48)
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .slice(0, 32)
    .padEnd(32, "a");
  const value = encodeURIComponent(`${token}.${randomText(32)}`);
  const name = `${isSecure ? "__Secure-" : ""}${COOKIE_PREFIX}.session_token`;
  return `${name}=${value}; Max-Age=${(7 * DAY_MS) / SECOND_MS}; Path=/; HttpOnly;${isSecure ? " Secure;" : ""} SameSite=Lax`;
}
