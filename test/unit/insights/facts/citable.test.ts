import { describe, expect, it } from "vitest";
import { CITABLE, CitableText, type Citable } from "../../../../src/insights/core/facts/citable.ts";
import { seeded } from "../../../support/seeded.ts";

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

describe("a passage that an answer cites a page for", () => {
  const ten = "alpha beta gamma delta epsilon zetas theta kappa lambda sigma".split(" ");
  const given = "with that and alpha beta gamma delta epsilon zetas\n\n\nfrom omega";
  const found = (passage: string, { rendered = "", text = given, own = [] as string[] } = {}) =>
    new CitableText({ given: text, rendered }, new Set(own)).find(passage);
  const some = (count: number, end = "") =>
    [
      ...ten.slice(0, count),
      ...ten.slice(6),
      ...Array.from({ length: 6 - count }, (_, i) => `unknown${"abcdef"[i]}`),
    ].join(" ") + end;

  it.each([
    ["four words alone", "alpha beta gamma delta", {}, "unknown"],
    ["five words", "alpha beta gamma delta epsilon", {}, "in_text"],
    ["five words, one of them ours", "alpha beta gamma delta epsilon", { own: ["alpha"] }, "unknown"],
    ["six of ten", ten.join(" "), {}, "in_text"],
    ["six of ten with a number that is there", ten.slice(0, 9).join(" ") + " 77", { text: `${given} 77` }, "in_text"],
    ["six of ten with a number that is not", ten.slice(0, 9).join(" ") + " 77", {}, "unknown"],
    ["five of ten", "with that " + ten.slice(1).join(" ") + " other", {}, "unknown"],
    ["none of ten, in the language", "with that and xalpha xbeta xgamma xdelta xepsilon", {}, "not_found"],
    ["none of ten, in another language", "mit dem und xalpha xbeta xgamma xdelta xepsilon", {}, "unknown"],
    [
      "none of ten, with one short word of two in the language",
      "with dem xalpha xbeta xgamma xdelta xepsilon",
      {},
      "not_found",
    ],
    [
      "none of ten, with one short word of three in the language",
      "with dem und xalpha xbeta xgamma xdelta xepsilon",
      {},
      "unknown",
    ],
    ["none of ten, with one short word alone", "with xalpha xbeta xgamma xdelta xepsilon", {}, "unknown"],
    [
      "none of ten, but in what is rendered",
      "with that and xalpha xbeta xgamma xdelta xepsilon",
      { rendered: "a\nxalpha xbeta\nxgamma xdelta" },
      "rendered_only",
    ],
    [
      "none of ten, and half in what is rendered",
      "with that and xomega xalpha xbeta xgamma xdelta xepsilon",
      { rendered: "xalpha xbeta xgamma" },
      "unknown",
    ],
    ["words of neighbouring lines", "alpha beta gamma delta epsilon", { text: "alpha beta\ngamma\ndelta" }, "in_text"],
    [
      "words of lines further apart",
      "alpha beta gamma delta epsilon",
      { text: "alpha beta\n\n\ngamma\n\n\ndelta" },
      "unknown",
    ],
    [
      "words of more than 4,000 lines below",
      "alpha beta gamma delta epsilon",
      { text: `${"\n".repeat(4_000)}${ten.join(" ")}` },
      "unknown",
    ],
    [
      "words of the last of 4,000 lines",
      "alpha beta gamma delta epsilon",
      { text: `${"\n".repeat(3_999)}${ten.join(" ")}` },
      "in_text",
    ],
  ] as const)("%s", (_, passage, given_, state) =>
    expect(found(passage, given_ as Parameters<typeof found>[1])).toBe(state),
  );

  it.each([
    [9, 20, "unknown"],
    [4, 9, "not_found"],
    [12, 20, "in_text"],
    [11, 20, "unknown"],
  ])("needs a part of its words: %d of %d, %s", (count, all, state) => {
    const words = Array.from({ length: all }, (_, i) => `w${"abcdefghij"[i % 10]}${"kl"[Math.floor(i / 10)]}word`);
    const passage = `with that and ${words.join(" ")}`;
    const text = words.slice(0, count).join(" ");
    expect(found(passage, { text: `with that and ${text}` })).toBe(state);
    const rendered = { in_text: "rendered_only" }[state] ?? state;
    expect(found(passage, { text: "with that and", rendered: text })).toBe(rendered);
  });

  it("is read by its first sixty words", () => {
    const filler = Array.from({ length: 60 }, (_, i) => `w${"abcdefghij"[i % 10]}${"klmnop"[Math.floor(i / 10)]}`).join(
      " ",
    );
    expect(found(`${some(6)} ${filler}`, { text: filler })).toBe("in_text");
    expect(found(`${filler} ${some(6)}`, { text: filler })).toBe("in_text");
  });
});
