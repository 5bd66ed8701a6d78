import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addRender,
  factsOf,
  idOfToken,
  openBlock,
  pruneBlocks,
  tokenOf,
  type JournalBlock,
  type JournaledRender,
} from "../../../../../src/prerender/core/turns/render-journal";
import type { RenderRecord } from "../../../../../src/prerender/core/turns/render-record";

const DAY = 86_400_000;
const NOW = 1_000 * DAY;
const LIMITS = { now: NOW, ageMs: 30 * DAY, perPath: 3, perDomain: 100 };

const recordAt = (at: number): RenderRecord => ({
  at,
  outcome: "stored",
  reason: null,
  status: 200,
  readySignal: "flag",
  durationMs: 1,
  words: 1,
  failedRequests: [],
  consoleErrors: [],
});

/** A render of one of a few pages, that began some days ago and has any of the parts that a render may have. */
const render = fc.record({
  page: fc.integer({ min: 0, max: 6 }),
  daysAgo: fc.integer({ min: 0, max: 40 }),
  isLogged: fc.boolean(),
  claimedMs: fc.option(fc.integer({ min: -5, max: 5 })),
  isLeft: fc.boolean(),
});

function journalOf(given: Array<typeof render extends fc.Arbitrary<infer Render> ? Render : never>): JournalBlock[] {
  const blocks: JournalBlock[] = [];
  for (const { page, daysAgo, isLogged, claimedMs, isLeft } of given.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const newest = blocks.at(-1);
    const block = openBlock(newest ? { block: newest, chars: JSON.stringify(newest).length } : null);
    if (block !== newest) blocks.push(block);
    const begunAt = NOW - daysAgo * DAY;
    const added = addRender(block, { key: `/p${page}`, begunAt });
    if (isLogged) added.record = recordAt(begunAt);
    if (claimedMs !== null) added.claim = { token: tokenOf(added.id), until: NOW + claimedMs };
    if (isLeft) added.left = { snap: `s${added.id}`, copied: false, since: begunAt };
  }
  return blocks;
}

const journal = fc.array(render, { maxLength: 400 }).map(journalOf);

describe("the journal of renders", () => {
  it("gives each render the next id, in blocks of at most 32, and finds it by its token", () => {
    fc.assert(
      fc.property(journal, (blocks) => {
        const renders = blocks.flatMap((block) => block.renders);
        expect(renders.map(({ id }) => id)).toEqual(renders.map((_, i) => i + 1));
        for (const block of blocks) {
          expect(block.id).toBe(block.renders[0]!.id);
          expect(block.renders.length).toBeLessThanOrEqual(32);
        }
        for (const { id, claim } of renders) if (claim) expect(idOfToken(claim.token)).toBe(id);
      }),
    );
  });

  it("is pruned to the latest lines of each page and of all, and keeps what is claimed or left", () => {
    const isNeeded = ({ claim, left }: JournaledRender) => left !== undefined || (claim?.until ?? 0) > NOW;
    fc.assert(
      fc.property(journal, (blocks) => {
        const before = structuredClone(blocks);
        const changes = new Map(
          pruneBlocks(blocks.toReversed(), LIMITS, (key) => key).map(({ id, block }) => [id, block]),
        );
        expect(blocks, "nothing is changed in place").toEqual(before);
        const kept = blocks.flatMap((block) =>
          changes.has(block.id) ? (changes.get(block.id)?.renders ?? []) : block.renders,
        );
        const renders = blocks.flatMap((block) => block.renders);
        expect(kept.filter(isNeeded)).toEqual(renders.filter(isNeeded));
        // The newest block may keep all that it has.
        const isOfNewest = (each: JournaledRender) => blocks.at(-1)?.renders.some(({ id }) => id === each.id) === true;
        const perPage = new Map<string, number>();
        let lines = 0;
        for (const each of renders.toReversed()) {
          const count = perPage.get(each.key) ?? 0;
          const isLine = each.record !== undefined && each.begunAt >= NOW - LIMITS.ageMs;
          const isWanted = isLine && count < LIMITS.perPath && lines < LIMITS.perDomain;
          if (isWanted) perPage.set(each.key, count + 1);
          if (isWanted) lines++;
          const isThere = kept.some(({ id }) => id === each.id);
          if (!isOfNewest(each)) expect(isThere).toBe(isWanted || isNeeded(each));
          else if (isWanted) expect(isThere).toBe(true);
        }
        const again = pruneBlocks(
          blocks.flatMap((block) => (changes.has(block.id) ? (changes.get(block.id) ?? []) : block)).toReversed(),
          LIMITS,
          (key) => key,
        );
        expect(again, "a second time changes nothing").toEqual([]);
      }),
    );
  });

  it("knows without reading a block whether it has claims and since when it has bodies", () => {
    fc.assert(
      fc.property(journal, (blocks) => {
        for (const block of blocks) {
          const { at, claimed, leftSince } = factsOf(block);
          expect(at).toBe(Math.max(...block.renders.map(({ begunAt }) => begunAt)));
          expect(claimed).toBe(block.renders.some(({ claim }) => claim));
          const since = block.renders.flatMap(({ left }) => left?.since ?? []);
          expect(leftSince).toBe(since.length === 0 ? 0 : Math.min(...since));
        }
      }),
    );
  });
});
