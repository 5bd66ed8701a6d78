import { randomUUID } from "node:crypto";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { startSite, type SiteServer } from "../../support/site-server.ts";
import { send, type FuzzAnswer } from "./requests.ts";

export const PASSWORD = "a long password";

/** Accounts that must not see each other. X and Y may do everything; F is on the free plan. */
export const ACCOUNTS = ["X", "Y", "F"] as const;
export type AccountName = (typeof ACCOUNTS)[number];

/** Whose mark operators and strangers write: they write into any account, so it is no account's own. */
export const UNMARKED = "N";

/** Accounts with domains, sites, keys and sessions, and the names by which requests refer to them. */
export interface World {
  base: string;
  values: Map<string, string>;
  /** A text for each account that only its own data holds. */
  marks: Map<AccountName, string>;
  close: () => Promise<void>;
}

/** How a request proves who sends it. */
export interface Caller {
  name: string;
  account: AccountName | "operator" | "nobody";
  headers: Record<string, string>;
  /** A stats token goes into the query. */
  token?: string;
}

const key = (account: AccountName, name: string): Caller => ({
  name: `${name} of ${account}`,
  account,
  headers: { "x-service-api-key": `(!${account}.${name}!)` },
});
const session = (account: AccountName, name: string): Caller => ({
  name: `${name} of ${account}`,
  account,
  headers: { cookie: `(!${account}.${name}!)`, origin: "(!service!)" },
});

/** Callers by the credential that the document names. */
export const CALLERS: Record<string, readonly Caller[]> = {
  apiKey: [key("X", "key"), key("X", "key"), key("Y", "key"), key("X", "scopedKey"), key("F", "key")],
  session: [
    session("X", "cookie"),
    session("X", "cookie"),
    session("Y", "cookie"),
    session("X", "member"),
    session("F", "cookie"),
  ],
  prerenderToken: [{ ...key("X", "key"), headers: { "x-prerender-token": "(!X.key!)" } }],
  statsToken: [{ name: "stats token of X", account: "X", headers: {}, token: "(!X.statsToken!)" }],
  operator: [{ name: "operator", account: "operator", headers: { authorization: "Bearer (!operator!)" } }],
};
export const NOBODY: Caller = { name: "nobody", account: "nobody", headers: {} };

const page = (mark: string, links: string) =>
  `<!doctype html><html lang="en"><head><title>A page of ${mark}</title></head><body><h1>${mark}</h1><p>${"Words of text. ".repeat(30)}</p>${links}</body></html>`;

async function newSite(mark: string): Promise<SiteServer> {
  const site = await startSite();
  const entries = ["/", "/a", "/b?x=1"].map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join("");
  const xml = { "content-type": "application/xml" };
  site.routes = {
    "/": { body: page(mark, '<a href="/a">a</a><a href="/b?x=1">b</a><a href="/gone">gone</a><a href="/moved">c</a>') },
    "/moved": { status: 302, headers: { location: "/a" } },
    "/gone": { status: 404, body: "gone" },
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: `Sitemap: ${site.origin}/sitemap.xml\n` },
    "/sitemap.xml": {
      headers: xml,
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
    },
    "*": { body: page(mark, '<a href="/">home</a>') },
  };
  return site;
}

interface Made {
  send: (method: string, path: string, headers: Record<string, string>, json?: unknown) => Promise<any>;
  cookie: (email: string) => Promise<string>;
}

function makerOf(base: string): Made {
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    json?: unknown,
  ): Promise<FuzzAnswer> => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const all = { ...(body && { "content-type": "application/json" }), ...headers };
    const answer = await send(base, { operation: "", method, path, headers: all, body, changes: [] });
    if (!answer || answer.status >= 300)
      throw new Error(`the world: ${method} ${path}: ${answer?.status} ${answer?.text}`);
    return answer;
  };
  return {
    send: async (...given) => {
      const { text } = await ask(...given);
      return text === "" ? null : (JSON.parse(text) as unknown);
    },
    cookie: async (email) => {
      const { headers } = await ask("POST", "/api/auth/sign-in/email", {}, { email, password: PASSWORD });
      return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
    },
  };
}

/** Hosts of this process. A port that is free again may belong to a domain of an earlier world. */
const known = new Set<string>();

async function newHost(mark: string): Promise<SiteServer> {
  const site = await newSite(mark);
  if (!known.has(site.host)) {
    known.add(site.host);
    return site;
  }
  const other = await newHost(mark);
  await site.close();
  return other;
}

async function addAccount(world: World, name: AccountName, sites: SiteServer[], made: Made): Promise<void> {
  const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const mark = `mark${name}${randomUUID().slice(0, 8)}`;
  const set = (field: string, value: string) => world.values.set(`${name}.${field}`, value);
  world.marks.set(name, mark);
  const email = `${mark}@example.com`;
  const plan = name === "F" ? "free" : "business";
  const json = { email, password: PASSWORD, name: mark, plan };
  const { accountId, userId } = await made.send("POST", "/api/admin/accounts", operator, json);
  const admin = `/api/admin/accounts/${accountId}`;
  await made.send("PATCH", admin, operator, { limits: { requestsPerMinute: 1_000_000 } });
  const hosts = [];
  for (let count = name === "F" ? 1 : 2; count > 0; count--) {
    const site = await newHost(mark);
    sites.push(site);
    hosts.push(site.host);
    await made.send("POST", `${admin}/domains`, operator, { domain: site.host, verified: true, brandName: mark });
  }
  const [host, other = host] = hosts as [string, string?];
  const spare = await newHost(mark);
  sites.push(spare);
  for (const [field, value] of Object.entries({ mark, email, accountId, userId, host, other, spare: spare.host }))
    set(field, value);
  set("origin", `http://${host}`);
  set("key", (await made.send("POST", `${admin}/api-keys`, operator, { name: mark })).key);
  set("scopedKey", (await made.send("POST", `${admin}/api-keys`, operator, { name: mark, domain: host })).key);
  set("statsToken", (await made.send("POST", `${admin}/stats-tokens`, operator, { domain: host })).token);
  const cookie = await made.cookie(email);
  set("cookie", cookie);
  if (name !== "X") return;
  const member = { email: `${mark}-m@example.com`, password: PASSWORD, role: "member", domains: [host] };
  await made.send("POST", "/api/account/members", { cookie, origin: world.base }, member);
  set("member", await made.cookie(member.email));
}

/** Creates the accounts anew, each with sites of its own on loopback ports. */
export async function newWorld(base: string): Promise<World> {
  const sites: SiteServer[] = [];
  const world: World = {
    base,
    values: new Map([
      ["service", base],
      ["operator", ADMIN_TOKEN],
      [`${UNMARKED}.mark`, `anyone${randomUUID().slice(0, 8)}`],
    ]),
    marks: new Map(),
    close: async () => void (await Promise.all(sites.map((site) => site.close()))),
  };
  const made = makerOf(base);
  try {
    for (const name of ACCOUNTS) await addAccount(world, name, sites, made);
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}
