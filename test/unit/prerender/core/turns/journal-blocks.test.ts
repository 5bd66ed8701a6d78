import { describe, expect, it } from "vitest";
import {
  addRender,
  BLOCK_CHARS,
  factsOf,
  idOfToken,
  openBlock,
  pruneBlocks,
  tokenOf,
  type JournalBlock,
  type JournaledRender,
} from "../../../../../src/prerender/core/turns/render-journal";
import type { RenderRecord } from "../../../../../src/prerender/core/turns/render-record";

const [MINUTE, DAY] = [60_000, 86_400_000];
const NOW = 1_000 * DAY;
const record = (at: number) => ({ at }) as RenderRecord;
const render = (id: number, change: Partial<JournaledRender> = {}): JournaledRender => ({
  id,
  key: "/a",
  begunAt: NOW - 9 * DAY,
  ...change,
});
const block = (id: number, ...renders: JournaledRender[]): JournalBlock => ({
  id,
  renders,
  newPaths: { day: 7, count: 3 },
});

describe("the block for the next render", () => {
  const of = (count: number) => block(5, ...Array.from({ length: count }, (_, i) => render(5 + i)));
  it("is the newest until that is full", () => {
    expect(openBlock(null)).toEqual({ id: 1, renders: [], newPaths: { day: 0, count: 0 } });
    const [open, full] = [of(31), of(32)];
    expect(openBlock({ block: open, chars: BLOCK_CHARS - 1 })).toBe(open);
    expect(openBlock({ block: open, chars: BLOCK_CHARS })).toEqual({ ...block(36), renders: [] });
    expect(openBlock({ block: full, chars: 1 })).toEqual({ ...block(37), renders: [] });
  });

  it("gives the render the next id, and a token that tells it", () => {
    const empty = block(5);
    expect(addRender(empty, { key: "/b", begunAt: 1 })).toEqual({ id: 5, key: "/b", begunAt: 1 });
    expect(addRender(empty, { key: "/c", begunAt: 2 }).id).toBe(6);
    expect(empty.renders.map(({ key }) => key)).toEqual(["/b", "/c"]);
    expect([idOfToken(tokenOf(42)), tokenOf(42) === tokenOf(42)]).toEqual([42, false]);
  });
});

it("the facts of a block are those of its latest render, of any claim and of its oldest body", () => {
  expect(factsOf(block(1))).toEqual({ at: 0, claimed: false, leftSince: 0 });
  const left = (since: number) => ({ snap: "s", copied: false, since });
  expect(
    factsOf(
      block(
        1,
        render(1, { begunAt: 10, record: record(70), left: left(30) }),
        render(2, { begunAt: 50, record: record(20), left: left(9), claim: { token: "t", until: 1 } }),
        render(3, { begunAt: 60 }),
      ),
    ),
  ).toEqual({ at: 70, claimed: true, leftSince: 9 });
});

describe("pruning", () => {
  const LIMITS = { now: NOW, ageMs: 30 * DAY, perPath: 2, perDomain: 3 };
  const pageOf = (key: string) => key.replace(/ mobile$/, "");
  /** What is left of a block behind a newer one, or "all". */
  const leftOf = (renders: JournaledRender[], limits = LIMITS) => {
    const old = block(1, ...renders);
    const changes = pruneBlocks([block(100, render(100, { begunAt: NOW })), old], limits, pageOf);
    if (changes.length === 0) return "all";
    expect(changes.map(({ id }) => id)).toEqual([1]);
    if (changes[0]!.block) expect(changes[0]!.block).toEqual({ ...old, renders: changes[0]!.block.renders });
    return changes[0]!.block?.renders.map(({ id }) => id) ?? null;
  };

  it.each<[string, Partial<JournaledRender>, boolean]>([
    ["has no line", {}, false],
    ["has a line as old as it may be", { record: record(NOW - 30 * DAY) }, true],
    ["has an older line", { record: record(NOW - 30 * DAY - 1) }, false],
    ["has a claim that holds", { claim: { token: "t", until: NOW + 1 } }, true],
    ["has a claim that ends now", { claim: { token: "t", until: NOW } }, false],
    ["has a body that is left", { left: { snap: "s", copied: true, since: 1 } }, true],
    ["began within a minute", { begunAt: NOW - MINUTE + 1 }, true],
    ["began a minute ago", { begunAt: NOW - MINUTE }, false],
  ])("a render that %s", (_name, change, isKept) => {
    expect(leftOf([render(1, change)])).toBe(isKept ? "all" : null);
    expect(leftOf([render(1, { record: record(NOW) }), render(2, change)])).toEqual(isKept ? "all" : [1]);
  });

  it("keeps the latest lines of a page, on whichever screen, and of all pages", () => {
    const line = (id: number, key: string) => render(id, { key, record: record(NOW - DAY) });
    expect(leftOf([line(1, "/a"), line(2, "/a mobile"), line(3, "/a")])).toEqual([2, 3]);
    expect(leftOf([line(1, "/a"), line(2, "/b"), line(3, "/c")])).toBe("all");
    expect(leftOf([line(1, "/a"), line(2, "/b"), line(3, "/c"), line(4, "/d")])).toEqual([2, 3, 4]);
    expect(
      leftOf([line(1, "/b"), line(2, "/a"), line(3, "/a"), line(4, "/a")]),
      "a line too many takes no place",
    ).toEqual([1, 3, 4]);
  });

  it("leaves the newest block alone for a day, because it counts the day's new paths", () => {
    const alone = (begunAt: number) => pruneBlocks([block(4, render(4, { begunAt }))], LIMITS, pageOf);
    expect(alone(NOW - DAY + 1)).toEqual([]);
    expect(alone(NOW - DAY)).toEqual([{ id: 4, block: null }]);
    const recent = (id: number) => block(id, render(id, { begunAt: NOW - DAY + 1 }));
    expect(pruneBlocks([recent(9), recent(4)], LIMITS, pageOf)).toEqual([{ id: 4, block: null }]);
    expect(pruneBlocks([block(9, render(9, { begunAt: NOW - DAY })), recent(4)], LIMITS, pageOf)).toEqual([
      { id: 9, block: null },
      { id: 4, block: null },
    ]);
    expect(pruneBlocks([], LIMITS, pageOf)).toEqual([]);
  });
});
