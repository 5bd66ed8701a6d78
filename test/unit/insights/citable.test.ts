import { describe, expect, it } from "vitest";
import { CITABLE, CitableText, type Citable } from "../../../src/insights/core/facts/citable.ts";
import { seeded } from "../../support/seeded.ts";

const SYLLABLES =
  "ka lo mi ter pon sil dru ven gar zet bou fin hal rix cor dan elm fost gri hun ist jor kle lum mar nor ost pri qua rus sta tro uls vor wex yan".split(
    " ",
  );
const ENGLISH = ["the", "with", "and", "for", "of", "in", "that", "from", "has", "its"];
const GERMAN = ["der", "mit", "und", "das", "von", "im", "dass", "aus", "hat", "auf"];

/** A page with sentences that crawlers get and, if `planted`, some that only a browser shows; and passages on them and on others. */
function history(seed: number, planted: boolean) {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join("");
  const sentence = (small: readonly string[]) =>
    Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? word() : pick(small))).join(" ");
  const given = Array.from({ length: 40 }, () => sentence(ENGLISH));
  const rendered = planted ? Array.from({ length: 12 }, () => sentence(ENGLISH)) : [];
  /** Some words are left out, others inflected or added. */
  const reworded = (text: string) =>
    text
      .split(" ")
      .flatMap((each) =>
        random() < 0.12 ? [] : random() < 0.15 ? [`${each}s`] : random() < 0.1 ? [each, word()] : [each],
      )
      .join(" ");
  const passages: Array<{ text: string; truth: Citable }> = Array.from({ length: 20 }, () => ({
    text: reworded(pick(given)),
    truth: "in_text" as const,
  }));
  if (planted) {
    for (let i = 0; i < 8; i++) passages.push({ text: reworded(pick(rendered)), truth: "rendered_only" });
    for (let i = 0; i < 8; i++) passages.push({ text: sentence(ENGLISH), truth: "not_found" });
  }
  for (let i = 0; i < 6; i++)
    passages.push({ text: sentence(GERMAN), truth: "unknown" }, { text: `${word()} ${word()}`, truth: "unknown" });
  return { text: { given: given.join("\n"), rendered: rendered.join("\n") }, passages };
}

describe("cited passages", () => {
  it("are found where they are, in ten histories", () => {
    const counts = new Map(CITABLE.map((state) => [state, { claimed: 0, right: 0, all: 0 }]));
    for (let seed = 1; seed <= 10; seed++) {
      const { text, passages } = history(seed, true);
      const page = new CitableText(text, new Set());
      for (const { text: passage, truth } of passages) {
        const state = page.find(passage);
        counts.get(truth)!.all++;
        counts.get(state)!.claimed++;
        if (state === truth) counts.get(state)!.right++;
      }
    }
    const rows = (["in_text", "rendered_only", "not_found"] as const).map((state) => {
      const { claimed, right, all } = counts.get(state)!;
      return { state, precision: right / claimed, recall: right / all, claimed, all };
    });
    console.log(rows.map((row) => JSON.stringify(row)).join("\n"));
    for (const { precision, recall } of rows) {
      expect(precision).toBeGreaterThan(0.97);
      expect(recall).toBeGreaterThan(0.8);
    }
  });

  it("are never missed in the text where all are in it, in ten histories", () => {
    for (let seed = 101; seed <= 110; seed++) {
      const { text, passages } = history(seed, false);
      const page = new CitableText(text, new Set());
      const states = new Set(passages.map(({ text: passage }) => page.find(passage)));
      expect([...states].sort()).toEqual(["in_text", "unknown"]);
    }
  });
});
