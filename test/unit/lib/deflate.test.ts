import fc from "fast-check";
import { expect, it } from "vitest";
import { deflate, inflate } from "../../../src/lib/text/deflate.ts";

it("a deflated text is the same again, whatever it says", async () => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.json());
  const isSame = async (value: string) => (await inflate(await deflate(value))) === value;
  await fc.assert(fc.asyncProperty(text, isSame), { seed: 28 });
});

it("JSON with many equal parts takes less than a sixth", async () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({
    token: `Crawler${i}`,
    verdict: "allowed",
    group: "*",
    rule: null,
  }));
  const json = JSON.stringify(rows);
  expect((await deflate(json)).byteLength).toBeLessThan(json.length / 6);
});
