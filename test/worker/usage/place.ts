import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { meteredEnv } from "../../../src/usage/metered-env.ts";
import { env, newAccount, newSite, type TestAccount, type TestSite } from "../support/api.ts";

/** The long form does as many pieces of work as a customer would; the short one as few as show the same. */
export const times = (short: number, long: number) => (env.TEST_LONG === "1" ? long : short);

export const DAY_MS = 86_400_000;
export const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

/** Bindings that count. */
export const metered = (bindings: object = env) => meteredEnv(bindings as typeof env, "") as unknown as typeof env;

export interface Place {
  account: TestAccount;
  site: TestSite;
  domainId: string;
}

/** An account with one domain and its site. */
export async function newPlace(): Promise<Place> {
  const site = await newSite();
  const account = await newAccount("business", [site.host]);
  const row = env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host);
  return { account, site, domainId: (await row.first<string>("id"))! };
}

/** Delivers messages to their consumer, as the queue would. */
export async function consumed(
  consume: (batch: MessageBatch, bound: typeof env) => Promise<void>,
  queue: string,
  bodies: unknown[],
  bound: typeof env,
): Promise<void> {
  const messages = bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  await consume(batch, bound);
  const { retryMessages } = await getQueueResult(batch, createExecutionContext());
  if (retryMessages.length > 0) throw new Error(`${queue}: ${JSON.stringify(bodies)}`);
}
