import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { WebhookEndpoint } from "../../../src/automation/webhooks/webhook-endpoint.do";
import { env, until } from "../support/api.ts";

const died = () => {
  throw new Error("the object died");
};
const part = (instance: object, name: string) => (instance as Record<string, any>)[name];

/** The alarm that an object has once its work has died, which it had none of before. */
function armedAfter(stub: DurableObjectStub, kill: (instance: object) => void): Promise<number | null> {
  return runInDurableObject(stub, async (instance, { storage }) => {
    await storage.deleteAlarm();
    kill(instance);
    await (instance as unknown as { alarm: () => Promise<void> }).alarm().catch(() => {});
    return storage.getAlarm();
  });
}

describe("an alarm whose work dies comes again", () => {
  const name = crypto.randomUUID();

  it("for the deliveries of a webhook", async () => {
    const stub = env.WEBHOOK_ENDPOINT.getByName(name);
    expect(await armedAfter(stub, (instance) => Object.assign(instance, { work: died }))).not.toBeNull();
  });

  it("for the deploys of a domain", async () => {
    const stub = env.DEPLOY_LEDGER.getByName(name);
    const kill = (instance: object) => Object.assign(part(instance, "ledger"), { current: died, isBusy: died });
    expect(await armedAfter(stub, kill)).not.toBeNull();
  });

  it("for the index of a domain's pages", async () => {
    const stub = env.SNAPSHOT_INDEX.getByName(name);
    const kill = (instance: object) => Object.defineProperty(instance, "env", { get: died });
    expect(await armedAfter(stub, kill)).not.toBeNull();
  });

  it("for the browser of a pool", async () => {
    const stub = env.RENDER_POOL.getByName(name);
    expect(await armedAfter(stub, (instance) => Object.assign(part(instance, "pool"), { tick: died }))).not.toBeNull();
  });
});

describe("an object that wakes", () => {
  const event = { id: "e1", type: "crawler.stopped", domainId: null, at: 0, data: "{}" };
  const DAY_MS = 86_400_000;

  it.each([
    ["was lost", null],
    ["is from before the clock was set back", 3 * DAY_MS],
  ])("has an alarm for the deliveries that wait, if theirs %s", async (_, aheadMs) => {
    const name = crypto.randomUUID();
    await runInDurableObject(env.WEBHOOK_ENDPOINT.getByName(name), async (instance, state) => {
      const { storage } = state;
      await (instance as unknown as WebhookEndpoint).add([event], Date.now() + DAY_MS);
      await (aheadMs === null ? storage.deleteAlarm() : storage.setAlarm(Date.now() + aheadMs));
      const woken = new WebhookEndpoint(state, env);
      const isNear = async () => ((await storage.getAlarm()) ?? Infinity) < Date.now() + DAY_MS;
      expect(await until(isNear)).toBe(true);
      expect(woken.find(event.id)).not.toBeNull();
    });
  });

  it("sets none if nothing waits", async () => {
    const stub = env.WEBHOOK_ENDPOINT.getByName(crypto.randomUUID());
    expect(await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())).toBeNull();
  });
});
