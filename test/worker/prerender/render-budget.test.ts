import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { RENDER_LEASE_MS, waitForTabMs } from "../../../src/prerender/core/turns/render-times";
import { env } from "../support/api.ts";

let index: DurableObjectStub<SnapshotIndex>;
beforeEach(() => {
  index = env.SNAPSHOT_INDEX.getByName(crypto.randomUUID());
});

const CRAWLER = { budgeted: true, replace: true, waitMs: waitForTabMs("live") };
const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

async function begin(path: string, now: number) {
  const begun = await index.begin(path, now, CRAWLER);
  if ("token" in begun) await index.abandon(path, begun.token);
  return "token" in begun ? "begun" : begun;
}

describe("the render budget", () => {
  it("is 60 in any 60 seconds, including across a minute boundary", async () => {
    for (let i = 0; i < 60; i++) expect(await begin(`/p${i}`, NOON - 1_000)).toBe("begun");
    expect(await begin("/next-minute", NOON + 1_000)).toEqual({ refused: "renders_this_minute" });
    expect(await begin("/later", NOON - 1_000 + MINUTE)).toBe("begun");
  });

  it("counts a new path once per day, however often its render fails", async () => {
    for (let i = 0; i < 40; i++) expect(await begin("/fails", NOON + i * MINUTE)).toBe("begun");
    const tried = (_: unknown, state: DurableObjectState) =>
      state.storage.sql.exec("SELECT count(*) AS n FROM tried").one()["n"];
    expect(await runInDurableObject(index, tried)).toBe(1);
  });

  it("counts ten renders in progress as ten while they have tabs: none is forgotten before it ends", async () => {
    const waited = NOON + waitForTabMs("live");
    for (let i = 0; i < 10; i++) {
      const begun = (await index.begin(`/slow${i}`, NOON, CRAWLER)) as { token: string };
      expect(await index.hold(`/slow${i}`, begun.token, waited)).toBe(true);
    }
    expect(await begin("/eleventh", waited + RENDER_LEASE_MS - 1)).toEqual({ refused: "renders_at_once" });
    expect(await index.begin("/slow0", waited + RENDER_LEASE_MS - 1, CRAWLER)).toEqual({ busy: true });
  });
});

describe("a render's lease of its page", () => {
  it("is lost when the page is invalidated while it waits for a tab", async () => {
    const { token } = (await index.begin("/a", NOON, CRAWLER)) as { token: string };
    await index.invalidate(["/a"], NOON + 1);
    expect(await index.hold("/a", token, NOON + 2)).toBe(false);
  });
});
