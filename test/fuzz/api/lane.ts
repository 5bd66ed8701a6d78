import type { Draw } from "../draw.ts";
import { collectionOf, type Operation, type Schema } from "./document.ts";
import type { Expectation } from "./judge.ts";
import { mutateBody, mutateRequest, ODD_TEXTS } from "./mutations.ts";
import { parsed, reference, type FuzzAnswer, type FuzzRequest } from "./requests.ts";
import { adapted, valueFor, type Sources } from "./values.ts";
import { ACCOUNTS, CALLERS, NOBODY, UNMARKED, type AccountName, type Caller } from "./world.ts";

/** An id, cursor or secret that an answer returned. */
interface Found {
  owner: AccountName;
  /** How requests refer to it. */
  name: string;
  isDeleted: boolean;
}

/** A request with what is expected of its answer. */
export interface Step {
  request: FuzzRequest;
  operation: Operation;
  caller: Caller;
  expected: Expectation;
  /** Ids that it names, so that a deletion is remembered. */
  named: Found[];
}

/** An operation that has to follow, with an id that it must name. */
interface Planned {
  operation: Operation;
  found: Found;
}

/** Fields of answers that name something, and the collection of what they name. Others belong to the path of the answer. */
const NAMES: Record<string, string> = {
  runId: "/api/seo-spider/runs",
  promptId: "/api/ai-mentions/prompts",
  reportId: "/api/ai-mentions/reports",
  accountId: "/api/admin/accounts",
  userId: "/api/account/members",
  deployId: "/api/deploys",
};
const OWN_NAMES = new Set(["id", "token", "key", "cursor", "nextCursor", "next"]);
/** Collections whose lists other paths return. */
const ALIASES: Record<string, string> = { "/api/ai-mentions/runs": "prompt runs" };
const MOST_KEPT = 60;

/** How often an operation is drawn; 10 is usual. Those that hash passwords, render or end a session are rare. */
const WEIGHTS: Record<string, number> = {
  "GET /render/{url}": 0.3,
  "HEAD /render/{url}": 0.3,
  "POST /api/seo-spider/runs": 3,
  "POST /api/seo-spider/runs/from-list": 3,
  "POST /api/auth/sign-up/email": 0.5,
  "POST /api/auth/sign-in/email": 0.5,
  "POST /api/auth/sign-out": 0.3,
  "POST /api/auth/change-password": 0.3,
  "POST /api/auth/reset-password": 1,
  "POST /api/auth/change-email": 0.5,
  "DELETE /api/account": 0.1,
  "DELETE /api/account/sessions": 0.1,
  "DELETE /api/account/sessions/{id}": 0.5,
  "DELETE /api/account/domains/{domain}": 0.3,
  "DELETE /api/account/members/{userId}": 0.5,
  "POST /api/account/members": 1,
  "GET /api/account/export": 1,
  "POST /api/admin/accounts": 1,
  "PATCH /api/admin/accounts/{id}": 2,
  "DELETE /api/admin/accounts/{id}": 0.2,
  "POST /api/admin/accounts/{id}/suspend": 0.3,
  "POST /api/admin/domains/{id}/release": 0.2,
};
const weightOf = ({ method, pattern }: Operation) =>
  WEIGHTS[`${method} ${pattern}`] ?? (pattern.startsWith("/api/auth/two-factor") ? 0.5 : 10);
/** What takes an account or its session away: a world goes on for a while after it, and is then replaced. */
const ENDS =
  /^(?:DELETE \/api\/account(?:\/sessions.*)?|DELETE \/api\/admin\/accounts\/.*|POST \/api\/auth\/sign-out|POST .*\/suspend|POST \/api\/admin\/domains\/.*)$/;

/** Bodies that are texts. */
const TEXT_BODIES: Record<string, (draw: Draw) => string> = {
  "POST /api/seo-spider/runs/from-list": (draw) =>
    draw.pick([
      "(!X.origin!)/\n(!X.origin!)/a",
      "url,clicks\n(!X.origin!)/a,3",
      "/a\n/b",
      '127.0.0.1 - - [23/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "GPTBot/1.2"',
      "<urlset><url><loc>(!X.origin!)/a</loc></url></urlset>",
    ]),
  "POST /api/analytics/logs": (draw) =>
    draw.pick([
      '192.0.2.7 - - [23/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "GPTBot/1.2"\n'.repeat(3),
      '{"ClientRequestURI":"/a","ClientRequestUserAgent":"GPTBot/1.2","EdgeStartTimestamp":"2026-11-23T10:00:00Z"}',
      "#Fields: date time cs-uri-stem cs(User-Agent)\n2026-11-23 10:00:00 /a GPTBot/1.2",
      "no log at all",
    ]),
  "POST /referrals": (draw) =>
    JSON.stringify({ domain: "(!X.host!)", path: "/a", referrer: draw.pick(["https://chatgpt.com/", "x"]) }),
};

/** Makes requests one after another, each from what the answers before it returned. */
export class Lane {
  readonly #draw: Draw;
  readonly #operations: readonly Operation[];
  readonly #found = new Map<string, Found[]>();
  readonly #planned: Planned[] = [];
  /** The world has lost an account or a session. */
  isWorn = false;

  constructor(draw: Draw, operations: readonly Operation[]) {
    this.#draw = draw;
    this.#operations = operations;
  }

  next(): Step {
    const draw = this.#draw;
    const planned = draw.chance(0.6) ? this.#planned.shift() : undefined;
    const operation = planned?.operation ?? draw.weighted(this.#operations, weightOf);
    const caller = this.#callerFor(operation, planned);
    const expected: Expectation = { account: caller.account, stranger: null };
    const step: Step = { operation, caller, expected, named: [], request: { ...emptyRequest(operation, caller) } };
    const isMutated = planned ? draw.chance(0.15) : draw.chance(0.65);
    this.#fill(step, planned, isMutated);
    if (isMutated && (operation.body === null || draw.chance(0.5))) {
      mutateRequest(step.request, draw);
    }
    if (step.request.changes.length === 0) return step;
    // It may name something else now.
    return { ...step, named: [], expected: { ...expected, stranger: null } };
  }

  #callerFor({ credentials }: Operation, planned?: Planned): Caller {
    const draw = this.#draw;
    if (draw.chance(0.02)) return NOBODY;
    if (draw.chance(0.02)) return draw.pick(CALLERS[draw.pick(Object.keys(CALLERS))]!);
    const fitting = credentials.flatMap((name) => CALLERS[name] ?? []);
    const made = credentials.includes("apiKey") ? (this.#found.get("/api/account/api-keys key") ?? []) : [];
    if (made.length > 0 && draw.chance(0.1)) {
      const { owner, name } = draw.pick(made);
      return { name: `new key of ${owner}`, account: owner, headers: { "x-service-api-key": reference(name) } };
    }
    const own = planned && draw.chance(0.7) ? fitting.filter(({ account }) => account === planned.found.owner) : [];
    if (own.length > 0) return draw.pick(own);
    return fitting.length > 0 ? draw.pick(fitting) : draw.chance(0.5) ? NOBODY : draw.pick(CALLERS["session"]!);
  }

  #fill(step: Step, planned: Planned | undefined, isMutated: boolean): void {
    const { operation, request, caller } = step;
    const draw = this.#draw;
    const sources = this.#sources(step, planned);
    const query: string[] = [];
    for (const parameter of operation.parameters) {
      const { name, schema, required } = parameter;
      if (parameter.in === "path") {
        const id = this.#pathValue(step, name, schema, sources, planned);
        request.path = request.path.replace(`{${name}}`, () => encode(id, name));
      } else if (parameter.in === "query" && name !== "token" && (required || name === "domain" || draw.chance(0.3))) {
        if (required && isMutated && draw.chance(0.1)) continue;
        query.push(`${name}=${encode(String(valueFor(sources, schema, name)))}`);
      }
    }
    const takesToken = operation.parameters.some(({ name }) => name === "token");
    if (caller.token && takesToken) query.push(`token=${caller.token}`);
    if (query.length > 0) request.path += `?${query.join("&")}`;
    const text = TEXT_BODIES[`${operation.method} ${operation.pattern}`];
    if (text) {
      request.body = text(draw);
      request.headers["content-type"] = "text/plain";
    }
    if (!operation.body) return;
    const { schema, example } = operation.body;
    let body = example !== undefined && draw.chance(0.35) ? adapted(sources, example) : valueFor(sources, schema);
    if (isMutated && draw.chance(0.75)) body = mutateBody(body, draw, request.changes);
    request.body = JSON.stringify(body) ?? "";
    request.headers["content-type"] = "application/json";
  }

  /** Values that only the lane knows: its hosts, and what answers returned. */
  #sources(step: Step, planned?: Planned): Sources {
    const { operation, caller } = step;
    const draw = this.#draw;
    const isAccount = ACCOUNTS.includes(caller.account as AccountName);
    const account = isAccount ? caller.account : draw.pick(["X", "Y"]);
    const marker = isAccount ? account : UNMARKED;
    const known = (field: string, schema: Schema): unknown => {
      if (/^domains?$/.test(field) && schema.type === "string")
        return this.#domainFor(operation, account, marker, caller);
      if (field === "id" && operation.pattern === "/api/ai-mentions/prompts")
        return this.#idFor(step, operation.pattern, planned);
      if (NAMES[field] && schema.type === "string") return this.#idFor(step, NAMES[field], planned, true);
      if (field === "ids") return [this.#idFor(step, operation.pattern, undefined, true)];
      if (field === "cursor" || field === "token") return this.#anyOf(operation.pattern, field);
      return undefined;
    };
    return { draw, account, marker, known };
  }

  #domainFor({ method, pattern }: Operation, account: string, marker: string, caller: Caller): string {
    const draw = this.#draw;
    const adds = method === "POST" && pattern.endsWith("/domains");
    if (adds)
      return draw.chance(0.6) || marker === UNMARKED
        ? `d${draw.below(200)}.${reference(`${marker}.mark`)}.example`
        : reference(`${account}.spare`);
    if (draw.chance(0.9)) {
      const isLimited = /scoped|member|token/i.test(caller.name);
      return reference(`${account}.${isLimited || draw.chance(0.8) ? "host" : "other"}`);
    }
    return draw.pick([reference("X.host"), reference("Y.host"), reference("X.spare"), "unknown.example", "a.invalid"]);
  }

  #pathValue(step: Step, name: string, schema: Schema, sources: Sources, planned?: Planned): string {
    const { operation } = step;
    const draw = this.#draw;
    if (name === "domain") return this.#domainFor(operation, sources.account, sources.marker, step.caller);
    if (name === "url")
      return `${reference(`${sources.account}.origin`)}/${draw.pick(["", "a", "b?x=1", "gone", "moved"])}`;
    if (name === "path") return String(valueFor(sources, schema, name));
    if (name === "issueId") return draw.pick(["missing_title", "thin_content", "x", "toString"]);
    const collection = operation.pattern.startsWith("/api/seo-spider/runs/")
      ? NAMES["runId"]!
      : collectionOf(operation.pattern, name);
    return this.#idFor(step, collection, planned);
  }

  /** An id of a collection, mostly one's own. `isFilter`: an unknown one is no error. */
  #idFor(step: Step, collection: string, planned?: Planned, isFilter = false): string {
    const draw = this.#draw;
    const { expected, named, caller } = step;
    if (draw.chance(0.05) && !planned) return draw.pick(ODD_TEXTS).toWellFormed() || "x";
    const all = this.#found.get(collection) ?? [];
    const own = all.filter(({ owner }) => owner === caller.account);
    const known = planned?.found ?? (own.length > 0 && draw.chance(0.8) ? draw.pick(own.slice(-8)) : undefined);
    const found = known ?? (all.length > 0 ? draw.pick(all.slice(-20)) : undefined);
    if (!found) return "5f0c6a0e-6c1b-4f1e-9d0a-2b7a3f1c8e55";
    named.push(found);
    const isForeign = found.owner !== caller.account && caller.account !== "operator";
    if (!isFilter) expected.stranger ??= isForeign ? "foreign" : found.isDeleted ? "deleted" : null;
    return reference(found.name);
  }

  #anyOf(pattern: string, field: string): string | undefined {
    const list = this.#found.get(`${pattern} ${field}`) ?? [];
    if (list.length === 0 || this.#draw.chance(0.3)) return undefined;
    return reference(this.#draw.pick(list).name);
  }

  /** Remembers what an answer returned. `index`: of the step in the history. */
  learn(
    index: number,
    { operation, caller, named, expected, request }: Step,
    { status, contentType, text }: FuzzAnswer,
  ): void {
    if (status >= 300) return;
    const { method, pattern } = operation;
    const isDeletion = method === "DELETE" || /"action":"delete"/.test(request.body ?? "");
    const deleted = isDeletion && request.method === method ? named.at(-1) : undefined;
    if (deleted && !deleted.isDeleted) {
      deleted.isDeleted = true;
      this.#planUses(pattern.replace(/\/\{\w+\}$/, ""), deleted, 3);
    }
    if (ENDS.test(`${method} ${pattern}`) && caller.account !== "nobody") this.isWorn = true;
    const owner = expected.account;
    if (!contentType || !/^application\/json\b/.test(contentType)) return;
    if (owner === "nobody" || (owner === "operator" && !pattern.startsWith("/api/admin"))) return;
    this.#harvest(parsed(text), `${index}`, pattern, owner === "operator" ? "X" : owner, method === "POST");
  }

  #harvest(value: unknown, at: string, pattern: string, owner: AccountName, isNew: boolean, depth = 0): void {
    if (value === null || typeof value !== "object" || depth > 3) return;
    const collection = ALIASES[pattern] ?? pattern.replace(/\/\{\w+\}$/, "");
    for (const [name, inner] of Object.entries(value).slice(0, 12)) {
      // References split at dots.
      if (!/^\w+$/.test(name)) continue;
      if (typeof inner === "object") this.#harvest(inner, `${at}.${name}`, pattern, owner, isNew, depth + 1);
      else if (typeof inner === "string" || (typeof inner === "number" && /cursor|next/i.test(name))) {
        const isCursor = /cursor|^next$/i.test(name);
        const target =
          name === "id" ? collection : OWN_NAMES.has(name) ? `${pattern} ${isCursor ? "cursor" : name}` : NAMES[name];
        if (!target) continue;
        const found: Found = { owner, name: `${at}.${name}`, isDeleted: false };
        this.#keep(target, found);
        if (isNew && depth === 0 && (name === "id" || NAMES[name]) && this.#draw.chance(0.5))
          this.#planLife(target, found);
      }
    }
  }

  #keep(target: string, found: Found): void {
    const list = this.#found.get(target) ?? [];
    list.push(found);
    if (list.length > MOST_KEPT) list.shift();
    this.#found.set(target, list);
  }

  /** Use, deletion, and use again. */
  #planLife(collection: string, found: Found): void {
    this.#planUses(collection, found, 2);
    const deletion = this.#operations.find(
      ({ method, pattern }) => method === "DELETE" && pattern.startsWith(`${collection}/{`) && pattern.endsWith("}"),
    );
    if (deletion && !pattern(deletion)) this.#planned.push({ operation: deletion, found });
  }

  #planUses(collection: string, found: Found, count: number): void {
    const users = this.#operations.filter(({ pattern }) => pattern.startsWith(`${collection}/{`));
    for (let use = 0; use < count && users.length > 0; use++)
      this.#planned.push({ operation: this.#draw.pick(users), found });
  }
}

/** Deletions of accounts are drawn, but not planned. */
const pattern = (operation: Operation) => operation.pattern.startsWith("/api/admin/accounts");

function emptyRequest({ id, method, pattern }: Operation, { headers }: Caller): FuzzRequest {
  return { operation: id, method, path: pattern, headers: { ...headers }, changes: [] };
}

/** Encodes a value of a path or query; references stay. The address after `/render/` is written plainly. */
const encode = (text: string, name = "") => (name === "url" ? text : encodeURIComponent(text.toWellFormed()));
