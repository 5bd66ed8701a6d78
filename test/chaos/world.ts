import { ADMIN_TOKEN, ask, type Answer, type Service } from "../support/service.ts";

/** What the loads share. */
export interface World {
  service: Service;
  /** Environment of the service, read at each start. */
  variables: Record<string, string>;
  /** The service's clock, epoch ms. */
  now: () => number;
  /** No new work: the plan is done. */
  isOver: () => boolean;
  /** Kills, full disks and jumps so far. */
  faults: () => number;
  jumps: () => number;
  /** Nothing can be written. */
  isFull: () => boolean;
  random: (name: string) => () => number;
  /** What nothing explains: answers in no documented form, requests that never succeeded. */
  odd: string[];
  /** Errors that the service answered with, by status and code. */
  refusals: Map<string, number>;
}

/** A line of the ledger's table. `wrong`: what breaks the promise; empty if it was kept. */
export interface Finding {
  what: string;
  count: string;
  wrong: string[];
}

/** One kind of work. */
export interface Load {
  /** Works until the plan is done. */
  work: () => Promise<void>;
  /** While the service is dead. */
  whileDead?: () => void;
  /** After the last fault: waits for what is still due, and compares. */
  findings: () => Promise<Finding[]>;
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };
export const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const MOST_ODD = 50;
/** How long a client of a service that is killed again and again insists. */
const PATIENCE_MS = 400_000;

/** One request. Null: no answer. An answer that /openapi.json does not describe is recorded. */
export async function attempt(world: World, send: () => Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = await send();
    if (answer.status >= 400) {
      const code = `${answer.status} ${String(answer.body?.error ?? "no code")}`;
      world.refusals.set(code, (world.refusals.get(code) ?? 0) + 1);
    }
    return answer;
  } catch (error) {
    const text = String(error);
    if (text.includes("not as in /openapi.json") && world.odd.length < MOST_ODD) world.odd.push(text.slice(0, 500));
    return null;
  }
}

/** Repeats a request until its answer satisfies `isDone`. Null: it never did, which is recorded. */
export async function insist(
  world: World,
  send: () => Promise<Answer>,
  isDone: (answer: Answer) => boolean,
): Promise<Answer | null> {
  const endAt = Date.now() + PATIENCE_MS;
  let last: Answer | null = null;
  while (Date.now() < endAt) {
    const answer = await attempt(world, send);
    if (answer && isDone(answer)) return answer;
    last = answer ?? last;
    await pause(150);
  }
  world.odd.push(`never done, the last answer was ${last?.status} ${(JSON.stringify(last?.body) ?? "").slice(0, 300)}`);
  return null;
}

/** Waits until `check` holds. False: it did not in time. */
export async function holds(check: () => Promise<boolean> | boolean, timeoutMs: number): Promise<boolean> {
  const endAt = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > endAt) return false;
    await pause(1_000);
  }
  return true;
}

/** As `holds`, but the time counts from the end of the plan: under faults, work may be lost faster than it is done. */
export async function holdsInCalm(
  world: World,
  check: () => Promise<boolean> | boolean,
  timeoutMs: number,
): Promise<boolean> {
  while (!world.isOver()) {
    if (await check()) return true;
    await pause(1_000);
  }
  return holds(check, timeoutMs);
}

export interface Account {
  accountId: string;
  domain: string;
  key: Record<string, string>;
  /** Headers of the owner's session. */
  session: Record<string, string>;
}

const LIMITS = {
  requestsPerMinute: 1_000_000,
  onDemandAuditsPerMonth: 1_000_000,
  pagesPerMonth: 100_000_000,
  prompts: 10_000,
  answersPerDay: 1_000_000,
};

/** An account with a verified domain, a key and a session. Null: the service was killed meanwhile. */
export async function openAccount(
  world: World,
  domain: Record<string, unknown> & { domain: string },
): Promise<Account | null> {
  const { base } = world.service;
  const [email, password] = [`${crypto.randomUUID()}@example.com`, "a long password"];
  const post = async (url: string, headers: Record<string, string>, json: object) => {
    const answer = await attempt(world, () => ask(base, "POST", url, { headers, json }));
    return answer && answer.status < 300 ? answer : null;
  };
  const account = await post("/api/admin/accounts", OPERATOR, { email, password, plan: "business" });
  if (!account) return null;
  const admin = `/api/admin/accounts/${account.body.accountId}`;
  const limits = () => ask(base, "PATCH", admin, { headers: OPERATOR, json: { limits: LIMITS } });
  if ((await attempt(world, limits))?.status !== 200) return null;
  if (!(await post(`${admin}/domains`, OPERATOR, { ...domain, verified: true }))) return null;
  const key = await post(`${admin}/api-keys`, OPERATOR, { name: "chaos" });
  const signedIn = key && (await post("/api/auth/sign-in/email", {}, { email, password }));
  if (!signedIn) return null;
  const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!;
  return {
    accountId: account.body.accountId,
    domain: domain.domain,
    key: { "x-service-api-key": key.body.key },
    session: { cookie, origin: base },
  };
}

/** The same before the first fault. */
export async function needAccount(world: World, domain: Parameters<typeof openAccount>[1]): Promise<Account> {
  const account = await openAccount(world, domain);
  if (!account) throw new Error("an account could not be opened before the first fault");
  return account;
}
