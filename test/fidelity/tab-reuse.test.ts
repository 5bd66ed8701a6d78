import { expect, it } from "vitest";
import { prose } from "./pattern.ts";
import { startPool } from "./pool";
import { startPatternSite } from "./site.ts";

const isLong = process.env["FIDELITY"] === "1" || process.env["TEST_LONG"] === "1";

/** Its main thread is hardly ever free. */
const BUSY = `const spin = (ms) => { const until = performance.now() + ms; while (performance.now() < until); };
spin(150); app.textContent = ${JSON.stringify(prose("busy"))}; setInterval(() => spin(30), 35);`;

/** One of twenty failed when a busy page was left before it had switched its scripts off. Only chance shows it. */
it.runIf(isLong)("a tab runs the scripts of a page after it has left a busy one", { timeout: 300_000 }, async () => {
  const site = await startPatternSite("127.0.0.1");
  site.routes.set("/", { body: `<!doctype html><main id="app"></main><script src="app.js"></script>` });
  site.routes.set("/app.js", { body: BUSY, delayMs: 20 });
  const pool = await startPool(8);
  try {
    const reasons: string[] = [];
    for (let i = 0; i < 150 && reasons.length < 3; i++) {
      const { stored, reason } = await pool.render(`${site.origin}/`, "account");
      if (!stored) reasons.push(`${i}: ${reason}`);
    }
    expect(reasons).toEqual([]);
  } finally {
    await pool.close();
    await site.close();
  }
});
