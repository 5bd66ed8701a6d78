import { describe, expect, it, vi } from "vitest";
import {
  MAX_DISTANCE,
  SimilarTexts,
  type Halves,
  type SketchedPage,
} from "../../../../../src/audit/model/page/similar-texts";
import { TextSketcher } from "../../../../../src/web/html/text-sketch";

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b1) | 0;
    return state ^ (state >>> 13);
  };
}
const bits = (value: number) => (value >>> 0).toString(2).replaceAll("0", "").length;
const distance = (a: Halves, b: Halves) => bits(a[0] ^ b[0]) + bits(a[1] ^ b[1]);
const pageOf = (number: number, halves: Halves, change: Partial<SketchedPage> = {}): SketchedPage => ({
  halves,
  textHash: number,
  cluster: number,
  path: `/${number}`,
  ...change,
});
function textsOf(pages: readonly SketchedPage[]): SimilarTexts {
  const texts = new SimilarTexts();
  for (const page of pages) texts.add(page);
  return texts;
}

function sketchOf(text: string, chunk = 1_000_000): Halves {
  const sketcher = new TextSketcher();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunk) {
    const part = bytes.slice(at, at + chunk);
    sketcher.add(part, part.length);
  }
  return sketcher.sketch().halves;
}
/** A text of words from a small vocabulary, as the pages of one site have it. */
function textOf(words: number, seed: number): string[] {
  const next = numbers(seed);
  return Array.from({ length: words }, () => `word${(next() >>> 8) % 300}`);
}

describe("SimilarTexts", () => {
  it("finds every pair within the distance, whichever bits differ", () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round++) {
      const one: Halves = [next(), next()];
      const flips = round % 10;
      const other: [number, number] = [...one];
      const places = new Set<number>();
      while (places.size < flips) places.add((next() >>> 0) % 64);
      for (const place of places) other[place >> 5]! ^= 1 << (place & 31);
      const texts = textsOf([pageOf(1, one), pageOf(2, other)]);
      expect(texts.like(pageOf(1, one)), `${flips} bits`).toEqual(flips <= MAX_DISTANCE ? ["/2"] : []);
    }
  });

  it("finds the same as a comparison of all pairs", () => {
    const next = numbers(11);
    const centres = Array.from({ length: 40 }, (): Halves => [next(), next()]);
    const pages = Array.from({ length: 200 }, (_, number) => {
      const [high, low] = centres[number % 40]!;
      return pageOf(number, [high ^ (next() & next() & next() & next()), low ^ (next() & next() & next() & next())]);
    });
    const texts = textsOf(pages);
    for (const page of pages) {
      const near = pages.filter((other) => other !== page && distance(page.halves, other.halves) <= MAX_DISTANCE);
      expect(texts.like(page).sort()).toEqual(near.map(({ path }) => path).sort());
    }
  });

  it("leaves out exact duplicates and language versions", () => {
    const halves: Halves = [1, 2];
    const same = pageOf(2, halves, { textHash: 1 });
    const version = pageOf(3, halves, { cluster: 1 });
    expect(textsOf([pageOf(1, halves), same, version]).like(pageOf(1, halves))).toEqual([]);
    expect(textsOf([pageOf(1, halves), pageOf(4, halves)]).like(pageOf(1, halves))).toEqual(["/4"]);
  });

  it("tells apart pages of which a template makes more than half, however many there are", () => {
    const [template, own] = [70, 30];
    const pagesSharing = (same: number, different: number) =>
      Array.from({ length: 100 }, (_, number) => {
        const sketcher = new TextSketcher();
        const text = [...textOf(3 * same, 1), ...textOf(3 * different, number + 2)].join(" ");
        const bytes = new TextEncoder().encode(text);
        sketcher.add(bytes, bytes.length);
        const { halves, minima } = sketcher.sketch();
        return pageOf(number, halves, { minima });
      });
    const alike = (pages: SketchedPage[]) => {
      const texts = textsOf(pages);
      return pages.filter((page) => texts.like(page).length > 0).length;
    };
    expect(alike(pagesSharing(template, own))).toBe(0);
    expect(alike(pagesSharing(98, 2))).toBe(100);
  });

  it("goes by the halves of the sketches where the rest of one of them is not known", () => {
    const known = Array.from({ length: 8 }, () => 0x11111111);
    const page = (minima: number[] | null, textHash: number) => ({
      halves: [0, 0] as const,
      minima,
      textHash,
      cluster: textHash,
      path: `/${textHash}`,
    });
    const found = (kept: number[] | null, asked: number[] | null) => {
      const texts = new SimilarTexts();
      texts.add(page(kept, 1));
      return texts.like(page(asked, 2)).length;
    };
    const other = known.map(() => 0x22222222);
    expect([
      found(known, known),
      found(known, other),
      found(null, known),
      found(known, null),
      found(null, null),
    ]).toEqual([1, 0, 1, 1, 1]);
    expect(
      found(
        known,
        known.map(() => 0),
      ),
    ).toBe(1);
  });

  it("names a few pages where all are alike", () => {
    const alike = Array.from({ length: 20_000 }, (_, number) => pageOf(number, [5, number % 4]));
    expect(textsOf(alike).like(alike[0]!)).toHaveLength(6);
  });

  it("compares a bounded number of sketches where all share a bucket and none are alike", () => {
    const next = numbers(3);
    const crowded = Array.from({ length: 10_000 }, (_, number) => pageOf(number, [next() << 16, next()]));
    const texts = textsOf(crowded);
    texts.like(crowded[0]!);
    const imul = vi.spyOn(Math, "imul");
    texts.like(pageOf(-1, [next() << 16, next()]));
    // Counting the bits of a difference takes two multiplications.
    const compared = imul.mock.calls.length / 2;
    imul.mockRestore();
    expect(compared).toBeGreaterThan(1_000);
    expect(compared).toBeLessThanOrEqual(2_001);
  });
});

describe("TextSketcher", () => {
  it("does not depend on how the text arrives", () => {
    const text = `${textOf(300, 1).join(" ")} Grüße, 散歩する人々の道 ${textOf(30, 2).join(", ")} สวัสดีชาวโลก`;
    for (const chunk of [1, 2, 7, 64]) expect(sketchOf(text, chunk)).toEqual(sketchOf(text));
  });

  it("changes little where little changes, and much where the text is another", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const words = textOf(400, seed);
      const edited = words.with(seed * 3, "edited").with(seed * 5 + 100, "anew");
      expect(distance(sketchOf(words.join(" ")), sketchOf(edited.join(" ")))).toBeLessThanOrEqual(MAX_DISTANCE + 1);
      const other = textOf(400, seed + 1_000).join(" ");
      expect(distance(sketchOf(words.join(" ")), sketchOf(other))).toBeGreaterThan(MAX_DISTANCE + 5);
    }
  });

  it.each<[string, (own: string) => string]>([
    ["the same long menu before it", (own) => `${textOf(700, 5).join(" ")} ${own}`],
    ["the same rows again and again around it", (own) => `${`${textOf(60, 5).join(" ")} `.repeat(20)}${own}`],
  ])("tells apart a text of its own with %s", (_, page) => {
    for (let seed = 1; seed <= 20; seed++) {
      const [one, other] = [seed, seed + 100].map((each) => page(textOf(700, each).join(" ")));
      expect(distance(sketchOf(one!), sketchOf(other!))).toBeGreaterThan(MAX_DISTANCE);
    }
  });

  it("ignores case and punctuation, and reads scripts without spaces by character", () => {
    expect(sketchOf("One fine DAY, we walked. Far!")).toEqual(sketchOf("one Fine day we walked far"));
    expect(sketchOf("長い散歩は健康に良いです")).not.toEqual(sketchOf("長い散歩は健康に悪いです"));
  });
});
