import type { DiscoveryFile, Probe } from "./site-facts";
import { isNotFound } from "../../../lib/hosts/not-found";

/** not_applicable: the file is optional and not there; missing: the site names it, and it is not there. */
export type DiscoveryState = "ok" | "invalid" | "missing" | "not_applicable" | "unknown";

interface Judged {
  state: DiscoveryState;
  status: number | null;
  /** What is wrong with it. */
  reason: string | null;
}

type Json = Readonly<Record<string, unknown>>;

const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isText = (value: unknown) => typeof value === "string" && value !== "";
const isAddress = (value: unknown) => typeof value === "string" && URL.canParse(value);

/** What each file must contain; null: it does. */
const RULES: Readonly<Record<DiscoveryFile, (file: Json) => string | null>> = {
  // RFC 9264 §4.2, RFC 9727 §4.
  apiCatalog: ({ linkset }) => (isList(linkset) ? null : "no linkset"),
  mcpServerCard: ({ name, serverInfo }) =>
    isText(name) || isText((serverInfo as Json | undefined)?.["name"]) ? null : "no name of the server",
  agentSkills: ({ skills }) =>
    Array.isArray(skills) &&
    (skills as Json[]).every((skill) => isText(skill?.["name"]) && isText(skill["description"]))
      ? null
      : "no list of skills with name and description",
  // RFC 9728 §2 and RFC 8414 §2.
  oauthProtectedResource: ({ resource }) => (isAddress(resource) ? null : "no resource"),
  oauthAuthorizationServer: ({ issuer }) => (isAddress(issuer) ? null : "no issuer"),
};

/** Judges a file that agents look for. `named`: the site says that it is there. Null: it was not requested. */
export function judgeDiscovery(name: DiscoveryFile, probe: Probe | null, named: boolean): Judged {
  if (probe === null || probe.status === 0) return { state: "unknown", status: null, reason: null };
  const { status } = probe;
  if (isNotFound(status) || isPage(probe))
    return { state: named ? "missing" : "not_applicable", status, reason: named ? "the Link header names it" : null };
  // Redirects and refusals say nothing about the file.
  if (status !== 200) return { state: status >= 500 ? "invalid" : "unknown", status, reason: `HTTP ${status}` };
  const reason = faultOf(name, probe.text);
  return { state: reason === null ? "ok" : "invalid", status, reason };
}

/** Whether an app answered with a page, as it does for every path. */
function isPage({ status, contentType, text }: Probe): boolean {
  return status === 200 && (/^text\/html\b/i.test(contentType ?? "") || /^\s*<(?:!doctype|html)/i.test(text));
}

function faultOf(name: DiscoveryFile, text: string): string | null {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== "object" || file === null || Array.isArray(file)) return "not a JSON object";
    return RULES[name](file as Json);
  } catch {
    return "not JSON";
  }
}
