/** Where an owner publishes the proof of a domain, and how we judge what we found there. */

export const VERIFICATION_PATH = "/.well-known/crawlready-verification.txt";
export const VERIFICATION_META = "crawlready-verification";

export type VerificationMethod = "dns" | "file" | "meta";

export interface VerificationAttempt {
  method: VerificationMethod;
  ok: boolean;
  lookedFor: string;
  found: string;
}

/** The name that holds the TXT record. DNS names have no port. */
export function dnsNameOf(domain: string): string {
  return `_crawlready.${domain.replace(/:\d+$/, "")}`;
}

/**
 * What one place returned: its values, or why there were none and whether the problem may be temporary. `isCut`: the response broke off,
 * so the rest of it may have the proof.
 */
export type ProofReading = { values: string[]; isCut?: boolean } | { problem: string; passing: boolean };

const MAX_SHOWN_CHARS = 120;
const MAX_SHOWN_VALUES = 5;

/** Text from other people's sites, shortened to one line. */
function shown(value: string): string {
  const line = value.replaceAll(/\s+/g, " ").trim();
  return JSON.stringify(line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line);
}

function describe(reading: ProofReading): string {
  if ("problem" in reading) return reading.problem;
  const end = reading.isCut ? ", and the response broke off" : "";
  if (reading.values.length === 0) return `nothing${end}`;
  const more = reading.values.length - MAX_SHOWN_VALUES;
  const list = reading.values.slice(0, MAX_SHOWN_VALUES).map(shown).join(", ");
  return (more > 0 ? `${list} and ${more} more` : list) + end;
}

/** Compares what was read with the domain's token. `at` is the host that was checked, if it is not the domain. */
export function judgeReading(
  method: VerificationMethod,
  domain: string,
  token: string,
  reading: ProofReading,
  at?: string,
): VerificationAttempt {
  const host = at === undefined ? "" : ` of ${at}`;
  const places = {
    dns: `a TXT record at ${dnsNameOf(domain)} with the value ${token}`,
    file: `${token} as the content of ${VERIFICATION_PATH}${host}`,
    meta: `<meta name="${VERIFICATION_META}" content="${token}"> on the home page${host}`,
  };
  const ok = "values" in reading && reading.values.some((value) => value.trim() === token);
  return { method, ok, lookedFor: places[method], found: describe(reading) };
}

/** One sentence per place: what we looked for and what we found. */
export function failureMessage(attempts: readonly VerificationAttempt[]): string {
  const parts = attempts.map((each) => `Looked for ${each.lookedFor}; found ${each.found}.`);
  return `None of the three verification methods succeeded. ${parts.join(" ")}`;
}
