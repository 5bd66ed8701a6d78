import { beforeAll, describe, expect, it } from "vitest";
import { CRONS } from "../../../src/jobs/crons";
import { audit, env, html, newAccount, newSite, until } from "../support/api.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { deliver, recorder } from "../support/tick.ts";
import type { Bindings } from "../../../src/env";
import worker from "../../../src/index";

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
const PAGES = 20;
const PROMPTS = 5;

const links = Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");

/** What one small site keeps in D1: an account with a domain that was audited once, and prompts. */
async function smallSite(): Promise<void> {
  const site = await newSite({
    "/robots.txt": {
      body: "User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n",
      headers: { "content-type": "text/plain" },
    },
    "/": { body: html({ body: links }) },
    "*": { body: html() },
  });
  const account = await newAccount("pro", [site.host]);
  const { run } = await audit(account, site);
  expect(run.pagesCrawled).toBe(PAGES);
  const id = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id"))!;
  await addPrompts(account.accountId, id);
}

/** Prompts that two providers were asked. Their answers are counted where they are kept. */
async function addPrompts(accountId: string, domainId: string): Promise<void> {
  const prompts = Array.from({ length: PROMPTS }, (_, i) => ({
    id: crypto.randomUUID(),
    text: `Which tool number ${i} makes pages readable for crawlers?`,
  }));
  const insert = (into: string, select: string, ...values: string[]) =>
    env.DB.prepare(`INSERT INTO ${into} SELECT ${select} FROM json_each(?1) p`).bind(
      JSON.stringify(prompts),
      ...values,
    );
  await env.DB.batch([
    insert(
      "prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)",
      `p.value ->> 'id', ?2, ?3, p.value ->> 'text', 'info', '["chatgpt","claude"]', 'weekly', 1, 1`,
      accountId,
      domainId,
    ),
    ...["chatgpt", "claude"].map((provider) =>
      insert("prompt_schedule (prompt_id, provider, next_run_at)", "p.value ->> 'id', ?2, 1e14", provider),
    ),
  ]);
}

/** The bindings, with counts of what jobs ask of them. */
function counted() {
  const count = { messages: 0, statements: 0, objects: 0 };
  const sent = recorder<unknown>();
  const other = recorder<unknown>();
  const counting = (stub: object) =>
    new Proxy(stub, {
      get:
        (target, name) =>
        (...values: unknown[]) => {
          count.objects++;
          return (target as Record<string | symbol, (...values: unknown[]) => unknown>)[name]!(...values);
        },
    });
  const namespace = (binding: { getByName: (name: string) => object }) => ({
    getByName: (name: string) => counting(binding.getByName(name)),
  });
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") count.statements++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const bindings = {
    ...env,
    DB,
    DOMAIN_AUDIT: namespace(env.DOMAIN_AUDIT),
    DOMAIN_VISITS: namespace(env.DOMAIN_VISITS),
    SNAPSHOT_INDEX: namespace(env.SNAPSHOT_INDEX),
    HOUSEKEEPING_QUEUE: sent.queue,
    ANALYSIS_QUEUE: other.queue,
    OWNERSHIP_QUEUE: other.queue,
  } as unknown as Bindings;
  return { bindings, count, sent, other };
}

/** Everything that the crons do from `from` to the next day. */
async function idleDay(from: number) {
  const { bindings, count, sent, other } = counted();
  const most = { statements: 0, objects: 0 };
  const tick = async (cron: keyof typeof CRONS, at: number) => {
    await worker.scheduled({ cron, scheduledTime: at, noRetry: () => {} }, bindings);
    for (; count.messages < sent.bodies.length; count.messages++) {
      const { statements, objects } = count;
      expect(await deliver(sent.bodies[count.messages], bindings), JSON.stringify(sent.bodies.at(-1))).toBe(true);
      most.statements = Math.max(most.statements, count.statements - statements);
      most.objects = Math.max(most.objects, count.objects - objects);
    }
  };
  await tick("10 0 * * *", from + 10 * 60_000);
  for (let at = from; at < from + DAY_MS; at += QUARTER_MS) await tick("*/15 * * * *", at);
  return { ...count, sentOn: other.bodies.length, most };
}

describe("a domain with nothing to do", () => {
  let empty: Map<string, number>;
  beforeAll(async () => {
    empty = await storedBytes(env.DB);
    await smallSite();
    await until(async () => (await env.DB.prepare("SELECT id FROM event_outbox").first()) === null, 10_000);
  });

  it("keeps little in D1", async () => {
    const sizes = await storedBytes(env.DB);
    for (const [name, bytes] of empty) sizes.set(name, sizes.get(name)! - bytes);
    const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    console.log(`${total} bytes of values:`, JSON.stringify(Object.fromEntries(sizes)));
    // As plain JSON, what each crawler may read alone takes more than 50,000.
    expect(total).toBeLessThan(16_000);
  });

  it("costs little per day, and D1 does not grow", async () => {
    let start = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    // On Mondays, and on Tuesdays for who was not reached, the first audit is news for the weekly mail.
    while ([1, 2].includes(new Date(start + DAY_MS).getUTCDay())) start += DAY_MS;
    await idleDay(start);
    const before = await storedBytes(env.DB);
    const { most, ...day } = await idleDay(start + DAY_MS);
    console.log("a day:", JSON.stringify(day), "a message at most:", JSON.stringify(most));
    expect(await storedBytes(env.DB)).toEqual(before);
    // One message per job and tick, one per shard of renewals and upkeep.
    expect(day.messages).toBeLessThanOrEqual(1_552);
    // Health reads 14 per tick, in one call.
    expect(day.statements).toBeLessThanOrEqual(3_316);
    // One per tick asks for renewals, five are for visits and two for audits.
    expect(day.objects).toBeLessThanOrEqual(103);
    // Of the 50 that Cloudflare's free plan allows.
    expect(most.statements + most.objects).toBeLessThanOrEqual(20);
  });
});
