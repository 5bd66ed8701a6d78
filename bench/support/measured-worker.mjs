// The Worker with three more routes, for bench/benchmarks/domains.ts only: seed visits through the visit queue's own consumer,
// run a cron's tick, and report what the queues have handled.
import worker from "../../src/index";
import { consumeVisits } from "../../src/analytics/consumer";

export * from "../../src/index";

const DAY_MS = 86_400_000;
const CRAWLERS = [
  ["Googlebot", "google", "search"],
  ["GPTBot", "openai", "llm-training"],
  ["bingbot", "microsoft", "search"],
  ["ClaudeBot", "anthropic", "llm-training"],
];
const handled = { messages: 0, batches: 0, failed: 0, active: 0, lastAt: 0 };

/** Counts `count` visits of `pages` paths over 180 days. The same call again changes nothing. */
async function seedVisits(env, { domainId, count, pages }) {
  const now = Date.now();
  const events = Array.from({ length: count }, (_, i) => {
    const [token, provider, kind] = CRAWLERS[i % CRAWLERS.length];
    const page = (i * 7919) % pages;
    const at = now - Math.floor(((i * 104_729) % (179 * 1_000)) / 1_000) * DAY_MS;
    const servedBy = i % 3 === 0 ? "render" : "cache";
    return {
      id: `${domainId}-${i}`,
      domainId,
      at,
      path: page === 0 ? "/" : `/section-${page % 8}/page-${page}`,
      token,
      provider,
      kind,
      servedBy,
      renderMs: 800,
      reported: true,
    };
  });
  let failed = 0;
  const messages = [];
  for (let i = 0; i < events.length; i += 100)
    messages.push({
      id: `${domainId}-${i}`,
      body: events.slice(i, i + 100),
      attempts: 1,
      ack: () => {},
      retry: () => failed++,
    });
  for (let i = 0; i < messages.length; i += 100)
    await consumeVisits({ queue: "crawlready-visits", messages: messages.slice(i, i + 100) }, env);
  return { failed };
}

export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    if (!url.pathname.startsWith("/__bench/")) return worker.fetch(request, env, ctx);
    const job = url.pathname.slice("/__bench/".length);
    if (job === "visits") return Response.json(await seedVisits(env, await request.json()));
    if (job === "tick") await worker.scheduled({ ...(await request.json()), noRetry: () => {} }, env);
    const { meta } = await env.DB.prepare("SELECT 1").run();
    return Response.json({ ...handled, databaseBytes: meta.size_after });
  },

  async queue(batch, env, ctx) {
    handled.active++;
    try {
      await worker.queue(batch, env, ctx);
      handled.messages += batch.messages.length;
      handled.batches++;
    } catch (error) {
      handled.failed++;
      throw error;
    } finally {
      handled.active--;
      handled.lastAt = Date.now();
    }
  },

  scheduled: worker.scheduled,
};
