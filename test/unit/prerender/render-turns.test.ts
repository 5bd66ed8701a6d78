import { describe, expect, it } from "vitest";
import { RenderTurns, type RenderPriority } from "../../../src/prerender/browser/render-turns";

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for turns one after the other; `log`: what came of each, in the order in which it was known. */
async function asked(turns: RenderTurns, ...priorities: RenderPriority[]): Promise<string[]> {
  const log: string[] = [];
  for (const priority of priorities)
    void turns.take(priority).then((taken) => log.push(`${priority} ${taken ? "renders" : "is refused"}`));
  await settle();
  return log;
}

describe("turns to render", () => {
  it("are as many as there are tabs, then as many as may wait", async () => {
    const log = await asked(new RenderTurns({ tabs: 2, queue: 1 }), "live", "verified", "live", "live");
    expect(log).toEqual(["live renders", "verified renders", "live is refused"]);
  });

  it("go to verified crawlers before others, and to those before nobody", async () => {
    const turns = new RenderTurns({ tabs: 1, queue: 5 });
    const log = await asked(turns, "live", "background", "live", "verified");
    expect(log).toEqual(["live renders"]);
    turns.end("live");
    await settle();
    expect(log.slice(1)).toEqual(["verified renders"]);
    turns.end("verified");
    await settle();
    expect(log.slice(2)).toEqual(["live renders"]);
    turns.end("live");
    await settle();
    expect(log.slice(3)).toEqual(["background renders"]);
  });

  it("leave three tabs in ten to live renders, of a single tab none", async () => {
    const turns = new RenderTurns({ tabs: 10, queue: 5 });
    expect(await asked(turns, ...Array.from({ length: 9 }, () => "background" as const))).toHaveLength(7);
    expect(await asked(turns, "live", "live", "live", "live")).toHaveLength(3);
    expect(await asked(new RenderTurns({ tabs: 1, queue: 5 }), "background")).toEqual(["background renders"]);
  });

  it("are given from hand to hand: who asks meanwhile comes after those who waited", async () => {
    const turns = new RenderTurns({ tabs: 1, queue: 5 });
    const first = await asked(turns, "live", "live");
    turns.end("live");
    const late = await asked(turns, "live");
    expect(first).toEqual(["live renders", "live renders"]);
    expect(late).toEqual([]);
  });
});
