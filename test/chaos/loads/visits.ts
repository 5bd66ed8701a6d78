import { ask } from "../../support/service.ts";
import { attempt, BOT, holds, insist, needAccount, pause, type Load, type World } from "../world.ts";

const EVENTS = 50;
const AGENTS = [BOT, "Mozilla/5.0 (compatible; GPTBot/1.2)", "Mozilla/5.0 (compatible; bingbot/2.0)"];
/** The queue waits six seconds for further visits (docs/visits.md). After this long, it is time to look. */
const COUNTED_AFTER_MS = 9_000;
const DAY_MS = 86_400_000;

interface Batch {
  acceptedAt: number;
  faults: number;
  counted: boolean;
  sent: number;
}

/**
 * Reports visits. Local queues are in memory, so a client that needs exact counts sends a batch again until its visits
 * are counted, with the same ids.
 */
export async function visits(world: World): Promise<Load> {
  const domain = "visited.example";
  const { key } = await needAccount(world, { domain });
  const { base } = world.service;
  const random = world.random("visits");
  const batches: Batch[] = [];
  const at = new Date(world.now() - 3 * 3_600_000).toISOString();
  const wrong: string[] = [];

  const send = async (i: number) => {
    const events = Array.from({ length: EVENTS }, (_, n) => ({
      id: `visit-${i}-${n}`,
      at,
      path: `/batch/${i}`,
      userAgent: AGENTS[n % 3],
      servedBy: n % 2 ? "cache" : "render",
    }));
    const post = () => ask(base, "POST", "/api/analytics/visits", { headers: key, json: { domain, events } });
    await insist(world, post, ({ status }) => status === 202);
    const sent = (batches[i]?.sent ?? 0) + 1;
    batches[i] = { acceptedAt: Date.now(), faults: world.faults(), counted: batches[i]?.counted ?? false, sent };
  };
  /** Path → visits, of one batch or all. */
  const counts = async (path?: string): Promise<Map<string, number> | null> => {
    const [from, to] = [Date.parse(at) - DAY_MS, world.now()].map((time) => new Date(time).toISOString().slice(0, 10));
    const query = `domain=${domain}&from=${from}&to=${to}${path ? `&path=${path}` : ""}`;
    const answer = await attempt(world, () => ask(base, "GET", `/api/analytics/bots?${query}`, { headers: key }));
    if (answer?.status !== 200) return null;
    const sums = new Map<string, number>();
    for (const row of answer.body.byServedBy as Array<{ path: string; count: number }>)
      sums.set(row.path, (sums.get(row.path) ?? 0) + row.count);
    return sums;
  };
  /** Looks whether accepted batches are counted, and sends those again that a fault may have taken. */
  const confirm = async () => {
    for (const [i, batch] of batches.entries()) {
      if (batch.counted || Date.now() < batch.acceptedAt + COUNTED_AFTER_MS) continue;
      const found = (await counts(`/batch/${i}`))?.get(`/batch/${i}`);
      if (found === EVENTS) batch.counted = true;
      else if (batch.faults !== world.faults() || world.isOver()) await send(i);
    }
  };
  return {
    async work() {
      while (!world.isOver()) {
        // One in ten is sent twice for no reason.
        await send(batches.length > 0 && random() < 0.1 ? Math.floor(random() * batches.length) : batches.length);
        await confirm();
        await pause(200 + random() * 600);
      }
    },
    async findings() {
      const isDone = async () => {
        await confirm();
        return batches.every(({ counted }) => counted);
      };
      if (!(await holds(isDone, 180_000)))
        wrong.push(`not counted: ${batches.filter(({ counted }) => !counted).length} batches`);
      // Once more of all: what arrives late would show by now.
      await pause(COUNTED_AFTER_MS);
      const sums = await counts();
      for (const i of batches.keys()) {
        const found = sums?.get(`/batch/${i}`) ?? 0;
        if (found !== EVENTS) wrong.push(`batch ${i}: ${found} of ${EVENTS}`);
      }
      const sent = batches.reduce((sum, batch) => sum + batch.sent, 0);
      const count = `${batches.length * EVENTS} in ${batches.length} batches, sent ${sent} times`;
      return [{ what: "visits: each counted once", count, wrong }];
    },
  };
}
