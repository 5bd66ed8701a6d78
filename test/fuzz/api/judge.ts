import path from "node:path";
import { responseChecker, type ApiDocument, type ResponseChecker } from "../../support/valid-response.ts";
import type { FuzzAnswer, FuzzRequest } from "./requests.ts";
import type { AccountName, World } from "./world.ts";

/** What is wrong with an answer. Two faults with one kind and one operation are the same one. */
export interface Fault {
  kind: string;
  detail: string;
}

/** What the lane knows of a request beside its text. */
export interface Expectation {
  account: AccountName | "operator" | "nobody";
  /** It names something by an id of another account, or one that is deleted. */
  stranger: "foreign" | "deleted" | null;
}

/** Server errors that an operation may document. Any other is a fault. */
const EXCUSED = new Set(["sitemap_unreachable", "origin_unreachable", "temporarily_unavailable", "loop_detected"]);
/** Texts that only the inside of the service has. */
const INSIDE = new RegExp(
  [
    /\bat [\w.<>]+ \([^)]*:\d+:\d+\)/,
    /\b(?:Type|Range|Reference|Syntax)Error\b/,
    /Cannot read propert|is not a function|is not iterable/,
    /SQLITE_|D1_ERROR|no such (?:table|column)/,
    /node_modules|\.wrangler|file:\/\/\/(?!etc)/,
    /\[object \w+\]/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

export class Judge {
  readonly #check: ResponseChecker;
  readonly #first: Set<string>;

  constructor(document: ApiDocument) {
    this.#check = responseChecker(document);
    this.#first = new Set(Object.keys(document.paths).map((pattern) => pattern.split("/")[1]!));
  }

  /** The first fault of an answer. `request` is as it was sent. */
  judge(request: FuzzRequest, answer: FuzzAnswer, world: World, expected: Expectation): Fault | null {
    const { status, text } = answer;
    const code = codeOf(text);
    if (status >= 500 && !EXCUSED.has(code)) return { kind: `status ${status}`, detail: text.slice(0, 300) };
    return (
      this.#described(request, answer) ??
      insideFault(request, text) ??
      markFault(request, answer, world, expected) ??
      strangerFault(request.method, status, expected)
    );
  }

  #described(request: FuzzRequest, { status, contentType, text }: FuzzAnswer): Fault | null {
    const url = URL.parse(request.path, "http://service");
    if (!url || !this.#first.has(url.pathname.split("/")[1]!)) return null;
    const isPreflight = request.method === "OPTIONS" && status === 204;
    if (isPreflight) return null;
    const given = { method: request.method, path: url.pathname + url.search, status, contentType, text };
    let fault: string | null;
    try {
      fault = this.#check(given);
    } catch (error) {
      fault = `the body is not as its type says: ${String(error)}`;
    }
    return fault === null ? null : { kind: "not as documented", detail: fault };
  }
}

export function codeOf(text: string): string {
  return /^\{"error":"(\w+)"/.exec(text)?.[1] ?? "";
}

/** Whether the request holds this text itself, in any spelling that an answer may repeat. */
function sentItself({ path: sent, headers, body = "" }: FuzzRequest, text: string): boolean {
  return [sent, decodeLeniently(sent), body, ...Object.values(headers)].some((part) => part.includes(text));
}

function decodeLeniently(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

function insideFault(request: FuzzRequest, text: string): Fault | null {
  const found = INSIDE.exec(text)?.[0] ?? (text.includes(path.resolve(".")) ? path.resolve(".") : null);
  if (found === null || sentItself(request, found)) return null;
  return { kind: "inside", detail: `the answer says ${found}` };
}

function markFault(request: FuzzRequest, { text }: FuzzAnswer, world: World, { account }: Expectation): Fault | null {
  // A look shows a stranger any public page, and the sites of all accounts are public.
  if (account === "operator" || request.operation === "lookAtPage") return null;
  for (const [name, mark] of world.marks) {
    if (name === account || !text.includes(mark) || sentItself(request, mark)) continue;
    return { kind: "another tenant's data", detail: `${account} reads the mark of ${name}` };
  }
  return null;
}

/** A deletion may be repeated. */
function strangerFault(method: string, status: number, { account, stranger }: Expectation): Fault | null {
  if (
    stranger === null ||
    status >= 300 ||
    (stranger === "deleted" && method === "DELETE") ||
    (stranger === "foreign" && account === "operator")
  )
    return null;
  return { kind: `${stranger} id accepted`, detail: `answered ${status}` };
}
