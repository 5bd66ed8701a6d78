import { beforeAll, expect, it } from "vitest";
import { audit, env, html, newAccount, newSite } from "../support/api.ts";
import { deliver, recorder, tickJob } from "../support/tick.ts";

const DAY_MS = 86_400_000;
const today = new Date();
const ahead = (8 - today.getUTCDay()) % 7;
const MONDAY = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead, 0, 10);

/** Emails of three owners, in the order in which their domains have their turn. */
let owners: string[];
beforeAll(async () => {
  const made: string[] = [];
  for (let i = 0; i < 3; i++) {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    await audit(account, site);
    made.push(account.email);
  }
  const { results } = await env.DB.prepare(
    `SELECT u.email FROM domain d JOIN membership m ON m.account_id = d.account_id JOIN user u ON u.id = m.user_id
     WHERE d.verified_at IS NOT NULL ORDER BY d.id`,
  ).all<{ email: string }>();
  owners = results.map(({ email }) => email).filter((email) => made.includes(email));
});

/** A service that really mails, and which mails it sent. The refused get none; the hour has `most` mails. */
function mailing(refused: string[], most = Number.POSITIVE_INFINITY) {
  const hour = { left: most };
  const sent: number[] = [];
  const send = ({ to }: { to: string }) => {
    if (refused.includes(to)) return Promise.reject(new Error("the recipient is suppressed"));
    // A mail to somebody else is not this test's: work of a file before may still end.
    const owner = owners.indexOf(to);
    if (owner >= 0) sent.push(owner);
    return Promise.resolve();
  };
  const take = () => Promise.resolve({ allowed: hour.left-- > 0, retryAfterSeconds: 60 });
  const bindings = {
    ...env,
    EMAIL_PRINT: "",
    EMAIL_FROM: "mail@api.test",
    EMAIL: { send },
    RATE_LIMITER: { getByName: () => ({ take }) },
  };
  return { sent, hour, bindings };
}
const forget = () => env.DB.prepare("UPDATE digest SET week = ''").run();

it("goes to the others when one address is refused, and to that one on Tuesday", async () => {
  const { sent, bindings } = mailing([owners[0]!]);
  await tickJob("sendDigests", MONDAY, bindings);
  expect(sent).toEqual([1, 2]);
  const mended = mailing([]);
  await tickJob("sendDigests", MONDAY + DAY_MS, mended.bindings);
  expect(mended.sent).toEqual([0]);
});

it("goes to the others when a domain's week can't be told", async () => {
  await forget();
  const { sent, bindings } = mailing([]);
  const first = await env.DB.prepare(
    "SELECT d.id FROM domain d JOIN membership m ON m.account_id = d.account_id JOIN user u ON u.id = m.user_id WHERE u.email = ?",
  )
    .bind(owners[0])
    .first<string>("id");
  const broken = new Proxy(env.DOMAIN_VISITS, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        if (String(given[0]).includes(first!)) throw new Error("the object is overloaded");
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  await tickJob("sendDigests", MONDAY, { ...bindings, DOMAIN_VISITS: broken });
  expect(sent).toEqual([1, 2]);
});

it("goes on an hour later where the hour's mails were used up, to nobody twice", async () => {
  await forget();
  const { sent, hour, bindings } = mailing([], 1);
  const queued = recorder<unknown>();
  const delays: unknown[] = [];
  const queue = {
    send: (body: unknown, options?: { delaySeconds?: number }) => {
      delays.push(options?.delaySeconds);
      return queued.queue.send(body);
    },
  };
  const bound = { ...bindings, HOUSEKEEPING_QUEUE: queue };
  expect(await deliver({ job: "sendDigests", at: MONDAY, after: null }, bound)).toBe(true);
  expect([sent, delays]).toEqual([[0], [3_600]]);
  hour.left = 10;
  // A queue may deliver a message twice.
  for (let times = 0; times < 2; times++) expect(await deliver(queued.bodies[0], bound)).toBe(true);
  expect([sent, queued.bodies.length]).toEqual([[0, 1, 2], 1]);
  expect(queued.bodies[0]).toMatchObject({ job: "sendDigests", at: MONDAY + 3_600_000 });
});
