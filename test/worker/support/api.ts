import { env as rawEnv, exports } from "cloudflare:workers";
import { createClient, type ResponseOf, type ArgumentsOf, type Client } from "../../../src/client";
import { responseChecker, type ResponseChecker, type ApiDocument } from "../../support/valid-response.ts";
import type { SiteRoute } from "../../support/site-server.ts";
import { until } from "../../support/until.ts";
import type { TestEnv } from "./env.ts";

export { until };
export const env = rawEnv as unknown as TestEnv;
export const OPERATOR = { authorization: "Bearer test-operator" };

export interface Answer<T = any> {
  status: number;
  headers: Headers;
  body: T;
}

let checker: Promise<ResponseChecker> | undefined;

async function readDocument(): Promise<ResponseChecker> {
  const response = await exports.default.fetch("http://api.test/openapi.json");
  return responseChecker(await response.json<ApiDocument>());
}

/** Every answer has to be as /openapi.json says. */
async function checkAnswer(method: string, path: string, { status, headers }: Response, text: string): Promise<void> {
  const check = await (checker ??= readDocument());
  const fault = check({ method, path, status, contentType: headers.get("content-type"), text });
  if (fault !== null) throw new Error(`not as in /openapi.json: ${fault}`);
}

/**
 * The typed client of the API with these headers, such as an account's `auth`: `api(account.auth).listAudits()`. Nothing is
 * repeated. Use `call` to test what is on the wire: refusals, raw bodies, headers.
 */
export function api(headers: Record<string, string>): Client {
  return createClient({ baseUrl: "http://api.test", headers, retries: 0, fetch: checkedFetch });
}

async function checkedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await exports.default.fetch(url, init);
  if (response.headers.get("content-type")?.includes("json")) {
    const { pathname, search } = new URL(url);
    await checkAnswer(init.method ?? "GET", pathname + search, response, await response.clone().text());
  }
  return response;
}

/** Sends a request to the Worker on an API host and parses JSON responses. */
export async function call<T = any>(
  method: string,
  path: string,
  options: { json?: unknown; body?: BodyInit; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const headers = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...options.headers };
  const response = await exports.default.fetch(`http://api.test${path}`, { method, headers, body });
  const text = await response.text();
  await checkAnswer(method, path, response, text);
  const isJson = /[/+]json(;|$)/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text !== "" ? JSON.parse(text) : text) as T,
  };
}

/** Returns the response unread. */
export function callRaw(path: string, headers: Record<string, string>): Promise<Response> {
  return exports.default.fetch(`http://api.test${path}`, { headers, redirect: "manual" });
}

export interface TestSite {
  host: string;
  origin: string;
  /** Methods and paths of all requests since the routes were set. */
  log: () => Promise<string[]>;
  /** Headers of the last request. */
  headers: () => Promise<Record<string, string>>;
  set: (routes: Record<string, SiteRoute>) => Promise<void>;
}

/** Creates a site for one test. */
export async function newSite(routes: Record<string, SiteRoute> = {}): Promise<TestSite> {
  const host = await (await fetch(env.TEST_SITES, { method: "POST" })).text();
  const origin = `http://${host}`;
  const set = async (pages: Record<string, SiteRoute>) => {
    await (await fetch(`${origin}/__site`, { method: "PUT", body: JSON.stringify(pages) })).text();
  };
  await set(routes);
  const read = async (path: string) => (await fetch(origin + path)).json();
  return {
    host,
    origin,
    set,
    log: () => read("/__site") as Promise<string[]>,
    headers: () => read("/__headers") as Promise<Record<string, string>>,
  };
}

export interface TestAccount {
  accountId: string;
  userId: string;
  email: string;
  key: string;
  auth: { "x-service-api-key": string };
}

let accounts = 0;

/** Creates an account with an API key and verified domains through the operator's endpoints. */
export async function newAccount(
  plan: string,
  domains: string[] = [],
  limits?: Record<string, unknown>,
): Promise<TestAccount> {
  const email = `owner-${++accounts}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const account = await call("POST", "/api/admin/accounts", {
    headers: OPERATOR,
    json: { email, password: PASSWORD, plan },
  });
  const base = `/api/admin/accounts/${account.body.accountId}`;
  // Tests poll a lot, so only tests of the rate limit use the real one.
  await call("PATCH", base, { headers: OPERATOR, json: { limits: { requestsPerMinute: 1_000_000, ...limits } } });
  for (const domain of domains) {
    const added = await call("POST", `${base}/domains`, { headers: OPERATOR, json: { domain, verified: true } });
    if (added.status !== 201) throw new Error(`domain ${domain}: ${JSON.stringify(added.body)}`);
  }
  const { key } = (await call("POST", `${base}/api-keys`, { headers: OPERATOR, json: { name: "test" } })).body;
  return { ...account.body, email, key, auth: { "x-service-api-key": key } };
}

export const PASSWORD = "correct horse battery";

/** The Origin header that the service's own pages send with writes. */
export const SAME_ORIGIN = { origin: "http://api.test" };

/** The Cookie header for the cookies that a response set. */
export function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Signs a user in and returns the headers that a browser sends from the service's own pages. */
export async function signIn(email: string, password = PASSWORD): Promise<{ cookie: string; origin: string }> {
  const answer = await call("POST", "/api/auth/sign-in/email", { json: { email, password } });
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { cookie: cookieOf(answer), ...SAME_ORIGIN };
}

type Detail = ResponseOf<"readAudit">;
type Run = Detail["run"];
/** What is known of a run that has ended. */
export interface EndedAudit extends Detail {
  run: Run & { completedAt: number; robotsAnalysis: Required<Run["robotsAnalysis"]> };
}

/** What a start takes besides the domain. */
export type AuditOptions = Partial<ArgumentsOf<"startAudit">["body"]>;

/** Runs an audit to its end and returns its details. */
export async function audit(account: TestAccount, site: TestSite, options: AuditOptions = {}): Promise<EndedAudit> {
  const { startAudit, readAudit } = api(account.auth);
  const { runId } = await startAudit({
    body: { domain: site.host, urls: [`${site.origin}/`], mode: "follow", ...options },
  });
  return until(async () => {
    const detail = await readAudit({ path: { runId } });
    return !["queued", "running"].includes(detail.run.status) && (detail as EndedAudit);
  });
}

/** A healthy HTML page with the given parts. */
export function html(options: { title?: string; body?: string; head?: string } = {}): string {
  const words = Array.from({ length: 220 }, (_, i) => `word${i}`).join(" ");
  const description = "A description that is long enough to please the check for short descriptions, by far.";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${options.title ?? "A page with a sensible title"}</title><meta name="description" content="${description}">${options.head ?? ""}</head>
<body><main><h1>Heading</h1><p>${words}</p>${options.body ?? ""}</main></body></html>`;
}
