import { expect, it } from "vitest";
import type { Bindings } from "../../../../src/env";
import { queueRefresh, queueRenders } from "../../../../src/prerender/invalidate/queue-renders";

const MINUTE = Date.UTC(2026, 10, 28, 12);

function queue(settings: Partial<Bindings>) {
  const sent: Array<{ path: string; delaySeconds: number }> = [];
  const sendBatch = async (batch: Iterable<{ body: { path: string }; delaySeconds?: number }>) => {
    for (const { body, delaySeconds = 0 } of batch) sent.push({ path: body.path, delaySeconds });
  };
  return { sent, env: { RENDER_QUEUE: { sendBatch }, ...settings } as unknown as Bindings };
}

it("renders stale pages together, at the next full minute, and what somebody asked for at once", async () => {
  const { env, sent } = queue({});
  await queueRefresh(env, "one", "/a", MINUTE + 1_000);
  await queueRefresh(env, "two", "/b", MINUTE + 59_900);
  await queueRenders(env, "one", ["/c", "/d"], MINUTE + 1_000);
  expect(sent).toEqual([
    { path: "/a", delaySeconds: 59 },
    { path: "/b", delaySeconds: 1 },
    { path: "/c", delaySeconds: 0 },
    { path: "/d", delaySeconds: 0 },
  ]);
});

it("renders a stale page at once if nothing is gathered", async () => {
  const { env, sent } = queue({ RENDER_GATHER_SECONDS: "0" });
  await queueRefresh(env, "one", "/a", MINUTE + 1_000);
  expect(sent).toEqual([{ path: "/a", delaySeconds: 0 }]);
});

it("gathers the domains of a pool at the same time, and those of pools at times of their own", async () => {
  const { env, sent } = queue({ RENDER_POOLS: "4" });
  for (let i = 0; i < 200; i++) await queueRefresh(env, `domain-${i}`, "/a", MINUTE);
  expect(new Set(sent.map(({ delaySeconds }) => delaySeconds)).size).toBe(4);
});
