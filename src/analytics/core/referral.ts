import { ASSISTANTS, type Assistant } from "../catalogue/assistants";

/** Longest referrer and query that are read. */
const MAX_LENGTH = 2_048;

const BY_HOST = new Map(ASSISTANTS.flatMap((each) => each.hosts.map((host) => [host, each] as const)));
const BY_SOURCE = new Map(
  ASSISTANTS.flatMap((each) => [...each.hosts, ...each.utmSources].map((source) => [source, each] as const)),
);
const BY_ID = new Map(ASSISTANTS.map((each) => [each.id, each]));

/** The assistant of a host or of one of its parent domains. */
function assistantOfHost(host: string): Assistant | null {
  const labels = host.toLowerCase().replace(/\.$/, "").split(".");
  for (let i = 0; i < Math.min(labels.length, 8); i++) {
    const found = BY_HOST.get(labels.slice(i).join("."));
    if (found) return found;
  }
  return null;
}

/**
 * The assistant that sent somebody here: by the referrer (a URL, an Android app's, or a bare host), or else by
 * `utm_source` in the requested path's query. Null for everybody else.
 */
export function assistantOf(referrer: string | null, path: string): Assistant | null {
  return (referrer === null ? null : assistantOfReferrer(referrer)) ?? assistantOfQuery(path);
}

function assistantOfReferrer(referrer: string): Assistant | null {
  const text = referrer.slice(0, MAX_LENGTH).trim();
  if (text === "" || text === "-") return null;
  const url = URL.parse(text) ?? URL.parse(`https://${text}`);
  return url && assistantOfHost(url.hostname);
}

function assistantOfQuery(path: string): Assistant | null {
  const start = path.indexOf("?");
  if (start < 0 || !path.includes("utm_source=", start)) return null;
  const source = new URLSearchParams(path.slice(start, start + MAX_LENGTH)).get("utm_source");
  if (!source) return null;
  const name = source
    .trim()
    .toLowerCase()
    .replace(/^www\./, "");
  return BY_SOURCE.get(name) ?? null;
}

/** The operator under whose id an assistant's people are reported. */
export function operatorOf(assistantId: string): string {
  return BY_ID.get(assistantId)?.operator ?? "other";
}
