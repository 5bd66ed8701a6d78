import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { QueueName } from "../../../src/lib/queue-names";
import { QUEUES } from "../../../src/jobs/queues";
import { env, newAccount } from "../support/api.ts";
import { countedVisits } from "../support/visits.ts";

const lines: string[] = [];
let domainId: string;
beforeAll(async () => {
  await newAccount("pro", ["messages.example"]);
  domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = 'messages.example'").first<string>("id"))!;
});
beforeEach(() => {
  lines.length = 0;
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => void vi.restoreAllMocks());

/** Passes messages to a queue's consumer and returns what it did with each. */
async function deliver(queue: string, bodies: unknown[]): Promise<string[]> {
  const done: string[] = bodies.map(() => "left");
  const messages = bodies.map((body, i) => ({
    id: `m${i}`,
    timestamp: new Date(),
    attempts: 3,
    body,
    ack: () => void (done[i] = "ack"),
    retry: () => void (done[i] = "retry"),
  }));
  const batch = { queue, messages, ackAll: () => done.fill("ack"), retryAll: () => done.fill("retry") };
  await QUEUES[queue as QueueName](batch as never, env);
  return done;
}

const queues = Object.keys(QUEUES).filter((name) => !name.endsWith("-dlq"));
const deadQueues = Object.keys(QUEUES).filter((name) => name.endsWith("-dlq"));
const visit = (change: object = {}) => ({
  id: crypto.randomUUID(),
  domainId,
  at: Date.now(),
  path: "/",
  token: "GPTBot",
  provider: "OpenAI",
  kind: "llm-training",
  servedBy: "cache",
  ...change,
});
const counted = () => countedVisits(domainId);

describe("a message of an unknown kind", () => {
  it.each(queues)("is retried on %s until its retries are used up", async (queue) => {
    expect(await deliver(queue, [{ kind: "of-the-next-release", secret: "a@b.example" }, "nonsense"])).toEqual([
      "retry",
      "retry",
    ]);
    expect(lines.join()).toContain("message_unreadable");
    expect(lines.join()).not.toContain("a@b.example");
  });

  it("does not delay others of its batch, and a visit next to an unknown one counts once", async () => {
    const known = visit();
    const mixed = [known, visit({ kind: "llm-of-the-next-release" })];
    expect(await deliver("crawlready-visits", [mixed, [visit()]])).toEqual(["retry", "ack"]);
    expect(await counted()).toBe(2);
    expect(await deliver("crawlready-visits", [mixed])).toEqual(["retry"]);
    expect(await counted()).toBe(2);
  });
});

describe("a dead letter", () => {
  const body = {
    kind: "report",
    email: "person@customer.example",
    ip: "198.51.100.7",
    url: "https://customer.example/reset?token=x",
  };

  it.each(deadQueues)("from %s is logged only with id, queue, kind and attempts", async (queue) => {
    expect(await deliver(queue, [body])).toEqual(["ack"]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: "dead_letter", queue, id: "m0", kind: "report", attempts: 3 },
    ]);
  });

  it("never logs a stranger's text as its kind", async () => {
    for (const kind of ["person@customer.example", "x".repeat(200), 5, { a: 1 }])
      await deliver("crawlready-render-dlq", [{ kind }]);
    await deliver("crawlready-visits-dlq", [[visit({ ip: "198.51.100.7" })], null, "198.51.100.7"]);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ kind: null });
    expect(lines.join()).not.toMatch(/person@|198\.51|xxxx/);
  });
});
