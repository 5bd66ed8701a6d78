import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { judgeBudget, windowsOf } from "../../../src/prerender/core/turns/render-budget";
import { RENDER_LEASE_MS, waitingLeaseMs } from "../../../src/prerender/core/turns/render-times";
import { env } from "../support/api.ts";
import { seeded } from "../../support/seeded.ts";

const SECOND = 1_000;
const PATHS = Array.from({ length: 12 }, (_, i) => `/p${i}`);
const STEPS = 1_500;
const WAIT_MS = 10 * SECOND;

interface Claim {
  token: string;
  until: number;
  budgeted: boolean;
  path: string;
  begunAt: number;
}

/** What beginning and overtaking renders has to do, in plain variables. New paths have a test of their own. */
class Model {
  claims = new Map<string, Claim>();
  begun: number[] = [];

  begin(path: string, budgeted: boolean, now: number): string | null {
    if ((this.claims.get(path)?.until ?? 0) > now) return "busy";
    if (!budgeted) return null;
    const refused = judgeBudget({
      isNew: false,
      underWay: [...this.claims.values()].filter((each) => each.budgeted && each.until > now).length,
      thisMinute: this.begun.filter((at) => at > windowsOf(now).minute).length,
      newToday: 0,
    });
    if (!refused) this.begun.push(now);
    return refused;
  }
}

describe("claims, budget and log in one journal", () => {
  it.each([1, 2, 3])("do what they did as tables of their own (seed %i)", async (seed) => {
    const random = seeded(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const index: DurableObjectStub<SnapshotIndex> = env.SNAPSHOT_INDEX.getByName(crypto.randomUUID());
    const model = new Model();
    const ended: Claim[] = [];
    let now = Date.UTC(2031, 0, 1, 23, 50);
    const entry = (createdAt: number) => ({
      snap: crypto.randomUUID(),
      status: 200,
      createdAt,
      etag: "",
      bytes: 1,
      renderMs: 1,
      words: 1,
      headers: {},
    });
    const record = (outcome: "stored" | "failed") => ({
      at: now,
      outcome,
      reason: null,
      status: 200,
      readySignal: null,
      durationMs: 1,
      words: 1,
      failedRequests: [],
      consoleErrors: [],
    });
    /** Any claim that was ever given, ended or not. */
    const anyClaim = () => pick([...model.claims.values(), ...ended]);
    const isHeld = (claim: Claim) => model.claims.get(claim.path)?.token === claim.token;
    const end = (claim: Claim) => {
      if (isHeld(claim)) model.claims.delete(claim.path);
      ended.push(claim);
    };
    for (let step = 0; step < STEPS; step++) {
      now += Math.floor(random() * random() * 20 * SECOND);
      const what = random();
      if (what < 0.5 || model.claims.size + ended.length === 0) {
        const [path, budgeted] = [pick(PATHS), random() < 0.7];
        const expected = model.begin(path, budgeted, now);
        const begun = await index.begin(path, now, { budgeted, replace: true, waitMs: WAIT_MS });
        if (expected === "busy") expect(begun, `${step}`).toEqual({ busy: true });
        else if (expected !== null) expect(begun, `${step}`).toEqual({ refused: expected });
        else {
          const { token } = begun as { token: string };
          expect(token, `${step}`).toBeTypeOf("string");
          const before = model.claims.get(path);
          if (before) ended.push(before);
          const until = now + waitingLeaseMs(WAIT_MS) + RENDER_LEASE_MS;
          model.claims.set(path, { token, until, budgeted, path, begunAt: now });
        }
      } else if (what < 0.6) {
        const claim = anyClaim();
        expect(await index.hold(claim.path, claim.token, now), `${step}`).toBe(isHeld(claim));
        if (isHeld(claim)) claim.until = Math.max(claim.until, now + RENDER_LEASE_MS);
      } else if (what < 0.8) {
        const claim = anyClaim();
        const mine = isHeld(claim);
        const answer = await index.commit(claim.path, claim.token, entry(now), now, record("stored"));
        expect(answer, `${step}`).toBe(mine);
        end(claim);
      } else if (what < 0.9) {
        const claim = anyClaim();
        await index.abandon(claim.path, claim.token);
        end(claim);
      } else {
        const paths = random() < 0.2 ? null : PATHS.filter(() => random() < 0.2);
        await index.invalidate(paths, now);
        for (const claim of model.claims.values())
          if (paths === null || paths.includes(claim.path)) {
            model.claims.delete(claim.path);
            ended.push(claim);
          }
      }
    }
    const listed = await index.renders(null, 1e9, 1_000);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toSorted((a, b) => b - a));
    const pages: number[] = [];
    for (let before = 1e9; ;) {
      const page = await index.renders("/p3", before, 7);
      pages.push(...page.map(({ id }) => id));
      if (page.length < 7) break;
      before = page.at(-1)!.id;
    }
    expect(pages).toEqual(listed.filter(({ path }) => path === "/p3").map(({ id }) => id));
    const stored = await index.renders(null, 1e9, 1_000, "stored");
    expect(stored.length).toBe(listed.filter(({ outcome }) => outcome === "stored").length);
    const counts = await index.countRenders(0);
    expect(counts.byOutcome.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
    const rows = await runInDurableObject(
      index,
      (_, { storage: { sql } }) => sql.exec("SELECT count(*) AS n FROM render_log").one()["n"],
    );
    expect(rows).toBeLessThan(STEPS / 20);
  });
});
