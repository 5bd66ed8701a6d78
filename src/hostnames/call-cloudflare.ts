import type { HostnameZone } from "../env";
import { parseJson } from "../lib/text/json";
import { textUpTo } from "../lib/text/text-up-to";
import { SECOND_MS } from "../lib/time/time";
import { readOutcome } from "./core/read-outcome";
import type { CallOutcome, HostnameRow, HostnameStep } from "./core/remote";

const TIMEOUT_MS = 15 * SECOND_MS;
const MOST_BYTES = 256 * 1024;
/** A certificate's common name has room for no more. */
const COMMON_NAME_CHARS = 64;

interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: object;
}

/** The call that a step makes (https://developers.cloudflare.com/api/resources/custom_hostnames/). */
function callOf(step: HostnameStep, { hostname, cloudflareId }: HostnameRow, { id, validation }: HostnameZone): Call {
  const all = `/zones/${encodeURIComponent(id)}/custom_hostnames`;
  const one = `${all}/${encodeURIComponent(cloudflareId ?? "")}`;
  const ssl = { method: validation, type: "dv" };
  switch (step) {
    case "create": {
      const branding = hostname.length > COMMON_NAME_CHARS && { cloudflare_branding: true };
      return { method: "POST", path: all, body: { hostname, ssl: { ...ssl, ...branding } } };
    }
    case "find":
      return { method: "GET", path: `${all}?hostname=${encodeURIComponent(hostname)}` };
    case "validate":
      return { method: "PATCH", path: one, body: { ssl } };
    case "delete":
      return { method: "DELETE", path: one };
    default:
      return { method: "GET", path: one };
  }
}

/** Makes the call of a step. Never throws: what went wrong is an outcome. */
export async function callCloudflare(zone: HostnameZone, step: HostnameStep, row: HostnameRow): Promise<CallOutcome> {
  const { method, path, body } = callOf(step, row, zone);
  try {
    const response = await fetch(`${zone.apiUrl.href.replace(/\/$/, "")}${path}`, {
      method,
      headers: { authorization: `Bearer ${zone.token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { text } = await textUpTo(response.body, MOST_BYTES);
    const answered = {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: parseJson(text),
    };
    return readOutcome(answered, row.hostname, step === "find", Date.now());
  } catch (error) {
    return { kind: "unclear", reason: error instanceof Error ? error.name : "no answer" };
  }
}
