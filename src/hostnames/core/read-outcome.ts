import { cleanLine } from "../../lib/text/strangers-text";
import { retryAfterMs } from "../../lib/time/backoff";
import { HOUR_MS, MINUTE_MS } from "../../lib/time/time";
import type { CallOutcome, HostnameRecord, RemoteHostname } from "./remote";

/** What is shown of a text of Cloudflare's, and how many texts and records. */
const MOST_CHARS = 300;
const MOST_LISTED = 5;
/** A token that was too busy is blocked for so long. */
const BLOCKED_MS = 5 * MINUTE_MS;

/** Codes of Cloudflare's API, from its list of status codes for custom hostnames. */
const DUPLICATE = 1406;
const NOT_FOUND = 1436;
const NO_QUOTA = new Set([1404, 1405]);

type Json = Record<string, unknown>;
const asObject = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === "string" ? cleanLine(value, MOST_CHARS) : "");

export interface Answered {
  status: number;
  retryAfter: string | null;
  /** The body, parsed; anything if it was not JSON. */
  body: unknown;
}

/** What an answer means. `hostname` is the one that was asked for; `lists`: the answer is a list of those of this name. */
export function readOutcome(
  { status, retryAfter, body }: Answered,
  hostname: string,
  lists: boolean,
  now: number,
): CallOutcome {
  const envelope = asObject(body);
  if (status === 429) {
    const waitMs = Math.min(HOUR_MS, retryAfterMs(retryAfter, now) ?? BLOCKED_MS);
    return { kind: "later", waitMs, forAll: true };
  }
  if (status >= 200 && status < 300) {
    // Deleting returns the id alone, without an envelope.
    if (typeof envelope["id"] === "string" && envelope["result"] === undefined) return { kind: "none" };
    return envelope["success"] === true ? success(envelope, hostname, lists) : garbled;
  }
  const errors = asList(envelope["errors"]).map(asObject);
  const codes = errors.map(({ code }) => Number(code));
  // Only an answer of the API itself says that nothing was done; others may come from something in between.
  if (status >= 500 || envelope["success"] !== false || errors.length === 0)
    return { kind: "unclear", reason: `status ${status}` };
  if (codes.includes(DUPLICATE)) return { kind: "duplicate" };
  if (codes.includes(NOT_FOUND)) return { kind: "none" };
  const reason = asText(errors[0]!["message"]) || `error ${codes[0]}`;
  if (codes.some((code) => NO_QUOTA.has(code))) return { kind: "later", waitMs: HOUR_MS, forAll: false, fault: reason };
  const isAboutUs = status === 401 || status === 403 || codes.some((code) => code === 7003 || code === 6003);
  return isAboutUs
    ? { kind: "later", waitMs: 15 * MINUTE_MS, forAll: true, fault: reason }
    : { kind: "refused", reason };
}

const garbled: CallOutcome = { kind: "unclear", reason: "an unreadable answer" };

function success(envelope: Json, hostname: string, lists: boolean): CallOutcome {
  const { result } = envelope;
  if (lists) {
    if (!Array.isArray(result)) return garbled;
    const same = result.map(asObject).find((each) => each["hostname"] === hostname);
    return same ? remoteOf(same) : { kind: "none" };
  }
  const one = asObject(result);
  if (typeof one["id"] === "string" && one["hostname"] === undefined) return { kind: "none" };
  return one["hostname"] === hostname ? remoteOf(one) : garbled;
}

function remoteOf(one: Json): CallOutcome {
  if (typeof one["id"] !== "string" || !/^[\w-]{1,64}$/.test(one["id"])) return garbled;
  const ssl = asObject(one["ssl"]);
  const createdAt = Date.parse(typeof one["created_at"] === "string" ? one["created_at"] : "");
  const problems = [
    ...asList(one["verification_errors"]),
    ...asList(ssl["validation_errors"]).map((each) => asObject(each)["message"]),
  ];
  const hostname: RemoteHostname = {
    id: one["id"],
    hostname: String(one["hostname"]),
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    hostnameStatus: asText(one["status"]),
    certificateStatus: asText(ssl["status"]),
    records: recordsOf(one, ssl),
    problems: [...new Set(problems.map(asText))].filter((text) => text !== "").slice(0, MOST_LISTED),
  };
  return { kind: "hostname", hostname };
}

function recordsOf(one: Json, ssl: Json): HostnameRecord[] {
  const ownership = asObject(one["ownership_verification"]);
  const records: HostnameRecord[] = [
    { purpose: "ownership", type: "TXT", name: asText(ownership["name"]), value: asText(ownership["value"]) },
  ];
  const validation = asList(ssl["validation_records"]).map(asObject);
  for (const record of validation.slice(0, MOST_LISTED)) {
    records.push({
      purpose: "certificate",
      type: "TXT",
      name: asText(record["txt_name"]),
      value: asText(record["txt_value"]),
    });
  }
  return records.filter(({ name, value }) => name !== "" && value !== "");
}
