import { isInnerList, parseDictionary, parseItem, Token, type Dictionary, type Item } from "structured-headers";
import { plainHost } from "../../lib/hosts/domain";

/** The tag of signatures by which agents identify themselves (Web Bot Auth). */
const TAG = "web-bot-auth";
const AGENT = "signature-agent";
/** What else a signature may cover: the parts of a request that we keep. */
const KEPT = new Set(["@authority", "@method"]);
/** Longer headers of a signature are not read. */
export const MAX_SIGNATURE_HEADER = 2_048;
/** Most signatures read per request, and most members read per Signature-Agent. */
const MAX_MEMBERS = 4;

/** The claimed signer of a signature, with a component that it covers. */
export interface SignatureClaim {
  label: string;
  /** The member of Signature-Agent that is covered; null: the whole field, a single string. */
  member: string | null;
  /**
   * The host whose directory has the keys; null: the keys are elsewhere, or the signature covers parts that we don't
   * keep.
   */
  host: string | null;
}

/** The hosts (with port) that a Signature-Agent header names: a dictionary of URLs, or a single URL as in earlier drafts. */
export function agentHosts(agent: string): string[] {
  if (agent.length > MAX_SIGNATURE_HEADER) return [];
  const members = [...(dictionaryOf(agent)?.values() ?? [itemOf(agent)])].slice(0, MAX_MEMBERS);
  return members.flatMap((item) => (item === null || isInnerList(item) ? [] : (hostOf(item) ?? [])));
}

/**
 * The signatures of a request that cover its recipient and exactly the part of Signature-Agent that names the signer. One
 * that does not could have been copied from another request. Reads the first few.
 */
export function signatureClaims(input: string, agent: string): SignatureClaim[] {
  const members = [...(dictionaryOf(input) ?? [])].slice(0, MAX_MEMBERS);
  return members.flatMap(([label, member]) => {
    if (!isInnerList(member) || member[1].get("tag") !== TAG) return [];
    const [components] = member;
    const named = components.filter(([name]) => name === AGENT);
    const covered = named.length === 1 ? coveredAgent(agent, named[0]![1]) : null;
    if (!covered || !components.some(([name, { size }]) => name === "@authority" && size === 0)) return [];
    const isKept = components.every(
      ([name, { size }]) => name === AGENT || (typeof name === "string" && KEPT.has(name) && size === 0),
    );
    return [{ label, member: covered.member, host: isKept ? hostOf(covered.item) : null }];
  });
}

/** The part of Signature-Agent that a component with these parameters refers to. */
function coveredAgent(agent: string, parameters: Item[1]): { member: string | null; item: Item } | null {
  const member = parameters.get("key");
  const isWhole = member === undefined && parameters.size === 0;
  if (!isWhole && (typeof member !== "string" || parameters.size > 1)) return null;
  const item = isWhole ? itemOf(agent) : (dictionaryOf(agent)?.get(member as string) ?? null);
  if (item === null || isInnerList(item) || typeof item[0] !== "string") return null;
  return { member: isWhole ? null : (member as string), item };
}

/**
 * The host of an agent's https URL; null: it is not such a URL, or it names its keys in another way than by the
 * directory.
 */
function hostOf([value, parameters]: Item): string | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const type = parameters.get("type");
  const hasDirectory = type === undefined || (type instanceof Token && type.toString() === "directory");
  const host = url?.protocol === "https:" && hasDirectory ? plainHost(url.host) : "";
  // Of the host `.` nothing is left but a port.
  return /^[^:]/.test(host) ? host : null;
}

function dictionaryOf(text: string): Dictionary | null {
  try {
    return parseDictionary(text);
  } catch {
    return null;
  }
}

function itemOf(text: string): Item | null {
  try {
    return parseItem(text);
  } catch {
    return null;
  }
}
