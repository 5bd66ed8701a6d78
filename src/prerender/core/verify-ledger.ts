import { thumbprintOf } from "../../lib/crypto/thumbprint";
import { parseJson } from "../../lib/text/json";
import { DAY_MS } from "../../lib/time/time";
import {
  LEDGER_FORM,
  rootOf,
  signedDay,
  signedEnd,
  type LedgerDay,
  type LedgerEntry,
  type LedgerSignature,
} from "./ledger";

/** A public key, as the export and the directory of keys have it. */
export interface LedgerKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
}

export interface LedgerVerdict {
  domain: string;
  days: number;
  first: string | null;
  last: string | null;
  /** Days whose entries are no longer in the ledger: only their order and signature were checked. */
  withoutEntries: number;
  signed: number;
  /** Thumbprints of the keys that signed. */
  keys: string[];
  exportedAt: number | null;
  /** Empty: nothing was changed, removed, moved, added or cut off. */
  problems: Array<{ line: number; what: string }>;
}

const MOST_PROBLEMS = 50;
/** Entries go after 180 days. */
const ENTRIES_KEPT_MS = 180 * DAY_MS;
const ENTRY = ["path", "screen", "status", "at", "last", "renders", "body", "text", "shown", "alike"];
const DAY = ["day", "previous", "root", "signature", "entries", "visits", "left"];
const HEADER = ["ledger", "domain", "keys"];
const END = ["end", "days", "root", "exportedAt", "signature"];
const SIGNATURE = ["key", "value"];
const encoder = new TextEncoder();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSignature = (value: unknown): value is LedgerSignature | null =>
  value === null ||
  (isObject(value) &&
    hasExactly(value, SIGNATURE) &&
    typeof value["key"] === "string" &&
    typeof value["value"] === "string");
function hasExactly(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && Object.keys(value).toSorted().join() === names.toSorted().join();
}

const bytesOf = (base64: string) => {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
};

/** The Ed25519 keys of a JWK, a list of them, or a directory. */
export function keysIn(value: unknown): LedgerKey[] {
  const list: unknown[] = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value["keys"])
      ? value["keys"]
      : [value];
  return list.flatMap((each) =>
    isObject(each) && each["kty"] === "OKP" && each["crv"] === "Ed25519" && typeof each["x"] === "string"
      ? [{ kty: "OKP" as const, crv: "Ed25519" as const, x: each["x"] }]
      : [],
  );
}

/** Whether the first line of a file begins a ledger, of any form. */
export const isLedgerHeader = (value: unknown): boolean => isObject(value) && "ledger" in value;

/** Reads an exported ledger line by line. Needs no network and trusts nothing in it but, without `pinned`, its own keys. */
class Verifier {
  private readonly keys = new Map<string, CryptoKey>();
  private head = "";
  private ended = false;
  /** The last day whose entries went. */
  private withoutEntries: { line: number; day: string } | null = null;
  private readonly used = new Set<string>();
  readonly verdict: LedgerVerdict = {
    domain: "",
    days: 0,
    first: null,
    last: null,
    withoutEntries: 0,
    signed: 0,
    keys: [],
    exportedAt: null,
    problems: [],
  };

  private problem(line: number, what: string): void {
    if (this.verdict.problems.length < MOST_PROBLEMS) this.verdict.problems.push({ line, what });
  }

  /** `pinned`: the keys to trust; null: those that the file names. */
  constructor(private readonly pinned: readonly LedgerKey[] | null) {}

  async begin(header: Record<string, unknown>): Promise<void> {
    if (header["ledger"] !== LEDGER_FORM || typeof header["domain"] !== "string")
      return this.problem(1, `this is no ledger of the form ${LEDGER_FORM}`);
    if (!hasExactly(header, HEADER) || !Array.isArray(header["keys"]))
      this.problem(1, "the first line has other fields than those of a ledger");
    this.verdict.domain = header["domain"];
    for (const key of this.pinned ?? keysIn(header["keys"])) {
      const imported = await crypto.subtle
        .importKey("jwk", { ...key }, { name: "Ed25519" }, false, ["verify"])
        .catch(() => null);
      if (imported) this.keys.set(await thumbprintOf(key), imported);
    }
  }

  private async checkSignature(line: number, signature: LedgerSignature, text: string): Promise<boolean> {
    const key = this.keys.get(signature.key);
    if (!key) {
      this.problem(line, `it is signed by a key that is not known here (${signature.key.slice(0, 60)})`);
      return false;
    }
    const holds = await crypto.subtle
      .verify("Ed25519", key, bytesOf(signature.value), encoder.encode(text))
      .catch(() => false);
    if (!holds) this.problem(line, "its signature does not hold");
    else this.used.add(signature.key);
    return holds;
  }

  async day(line: number, day: ExportedDay): Promise<void> {
    const { verdict } = this;
    if (this.ended) this.problem(line, `${day.day} is behind the end`);
    if (verdict.last !== null && day.day <= verdict.last) this.problem(line, `${day.day} is not after ${verdict.last}`);
    if (day.previous !== this.head)
      this.problem(
        line,
        `${day.day} does not follow on ${verdict.last ?? "the beginning"}: days were removed, added or moved`,
      );
    if (day.entries === null) {
      verdict.withoutEntries++;
      this.withoutEntries = { line, day: day.day };
    } else if (!isWhole(day) || rootOf(verdict.domain, day) !== day.root) this.problem(line, `${day.day} was changed`);
    const text = signedDay(verdict.domain, day.day, day.previous, day.root);
    if (day.signature === null) {
      // Days from before the service had a key are covered by the first signature behind them.
      if (this.pinned && verdict.signed > 0) this.problem(line, `${day.day} is not signed, and days before it are`);
    } else if (await this.checkSignature(line, day.signature, text)) verdict.signed++;
    this.head = day.root;
    verdict.days++;
    verdict.first ??= day.day;
    verdict.last = day.day;
  }

  async finish(line: number, end: Record<string, unknown>): Promise<void> {
    if (this.ended) this.problem(line, "there is a second end");
    this.ended = true;
    const { domain, days } = this.verdict;
    const exportedAt = Number(end["exportedAt"]);
    this.verdict.exportedAt = exportedAt;
    if (!hasExactly(end, END)) this.problem(line, "the end has other fields than those of a ledger");
    if (end["days"] !== days || end["root"] !== this.head)
      this.problem(line, "the end is of another number of days or another last day");
    const without = this.withoutEntries;
    if (without && !(exportedAt - Date.parse(without.day) >= ENTRIES_KEPT_MS))
      this.problem(without.line, `the entries of ${without.day} were taken out`);
    const signature = end["signature"] ?? null;
    if (!isSignature(signature)) this.problem(line, "its signature can't be read");
    else if (signature)
      await this.checkSignature(
        line,
        signature,
        signedEnd(domain, Number(end["days"]), String(end["root"]), exportedAt),
      );
    else if (this.verdict.signed > 0) this.problem(line, "days are signed, and the end is not");
    else if (this.pinned) this.problem(line, "nothing is signed, so the keys that you trust prove nothing");
  }

  close(line: number): LedgerVerdict {
    if (!this.ended) this.problem(line, "it has no end: it was cut off");
    this.verdict.keys = [...this.used];
    return this.verdict;
  }

  unlike(line: number): void {
    this.problem(line, "it is not written as the service writes it, perhaps with a name twice");
  }

  unreadable(line: number): void {
    this.problem(line, "it is no line of a ledger");
  }
}

function isWhole(day: LedgerDay): boolean {
  return (
    hasExactly(day, DAY) &&
    Array.isArray(day.entries) &&
    day.entries.every((entry) => hasExactly(entry, ENTRY)) &&
    Array.isArray(day.visits) &&
    day.visits.every((visit) => Array.isArray(visit)) &&
    typeof day.left === "number"
  );
}

type ExportedDay = LedgerDay & { root: string; signature: LedgerSignature | null };

/** Whether the line names its day and its place in the chain. */
const isDay = (value: unknown): value is ExportedDay =>
  isObject(value) &&
  ["day", "previous", "root"].every((name) => typeof value[name] === "string") &&
  isSignature(value["signature"]) &&
  (value["entries"] === null || Array.isArray(value["entries"]));

/**
 * Verifies an exported ledger. `pinned`: the keys to trust; null: those that the file names, which proves that it is of one piece
 * but not whose it is. `each` sees the entries of each day.
 */
export async function verifyLedger(
  lines: AsyncIterable<string> | Iterable<string>,
  pinned: readonly LedgerKey[] | null,
  each: (day: string, entries: readonly LedgerEntry[], visits: LedgerDay["visits"]) => void = () => {},
): Promise<LedgerVerdict> {
  const verifier = new Verifier(pinned);
  let line = 0;
  for await (const raw of lines) {
    // Trimming takes a byte order mark away, too.
    const text = raw.trim();
    if (text === "") continue;
    const read = parseJson(text);
    const value = isObject(read) ? read : null;
    line++;
    // A name that stands there twice has one value here, and perhaps another for another reader.
    if (value && JSON.stringify(value) !== text) verifier.unlike(line);
    if (line === 1) await verifier.begin(value ?? {});
    else if (value?.["end"] === true) await verifier.finish(line, value);
    else if (isDay(value)) {
      await verifier.day(line, value);
      if (isWhole(value)) each(value.day, value.entries, value.visits);
    } else verifier.unreadable(line);
  }
  return verifier.close(line + 1);
}
