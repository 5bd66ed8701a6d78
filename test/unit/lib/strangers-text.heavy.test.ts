import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownText, plainText, printableJson, printableText } from "../../../cli/report/plain-text.ts";
import { shortPath, quoted } from "../../../src/mcp/define/bounded";
import { webhookBody } from "../../../src/automation/webhooks/core/webhook-body";
import { builderPrompt } from "../../../src/dashboard/pages/audits/issues/builder-prompt";
import { cleanLine, cleanText, oneLine, visibleJson, visibleText } from "../../../src/lib/text/strangers-text";
import { quotedData } from "../../../src/mentions/core/analysis/quoted-data";

const LAST = 0x10ffff;
const characters = Array.from({ length: LAST + 1 }, (_, code) => String.fromCodePoint(code));
/** Texts of `size` characters each, every one between two letters. */
const textsOf = (given: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(given.length / size) }, (_, i) =>
    given
      .slice(i * size, (i + 1) * size)
      .map((char) => `a${char}b`)
      .join(""),
  );
const all = textsOf(characters, 4_096);

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** What is known to be used against readers and models, by number: a list apart from the one that is tested. */
const ATTACKS = new Set([
  ...between(0x00, 0x08),
  ...between(0x0b, 0x0c),
  ...between(0x0e, 0x1f),
  ...between(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x17b4,
  0x17b5,
  0x180e,
  0x3164,
  0xfeff,
  0xffa0,
  ...between(0x200b, 0x200f),
  ...between(0x2028, 0x202e),
  ...between(0x2060, 0x206f),
  ...between(0xd800, 0xdfff),
  ...between(0xfe00, 0xfe0f),
  ...between(0xfff9, 0xfffb),
  ...between(0x1d173, 0x1d17a),
  ...between(0xe0000, 0xe01ef),
]);
/** Where those are, in texts that no bound cuts. */
const blocks = [...new Set([...ATTACKS].map((code) => code >> 8))];
const around = textsOf(
  blocks.flatMap((block) => characters.slice(block << 8, (block + 1) << 8)),
  64,
);
const attackIn = (text: string) =>
  Array.from(text)
    .find((char) => ATTACKS.has(char.codePointAt(0)!))
    ?.codePointAt(0)
    ?.toString(16);

const issue = { id: "x", title: "X", severity: "error", why: "", fix: "", pages: 1, cause: null } as never;
const event = (text: string) =>
  ({
    type: "pages.unreadable",
    at: 0,
    data: JSON.stringify({ domain: "a.example", paths: [text], total: 1, outcome: text }),
  }) as const;

describe("every character of Unicode", () => {
  it.each<[string, (text: string) => string]>([
    ["text of several lines", visibleText],
    ["a line", (text) => oneLine(text)],
    ["JSON", (text) => visibleJson(JSON.stringify(text))],
  ])("can't hide in %s", (_, clean) => {
    expect(all.flatMap((text) => attackIn(clean(text)) ?? [])).toEqual([]);
  });

  it.each<[string, (text: string) => string]>([
    ["text of several lines, cut", (text) => cleanText(text, 1_000)],
    ["a line, cut", (text) => cleanLine(text, 1_000)],
    [
      "a prompt for the builder",
      (text) => builderPrompt({ domain: "a.example", issue, pages: [{ path: "/", found: text }], findings: [] }),
    ],
    ["a tool's quote", (text) => quoted(text, 1_000).quoted + shortPath(text, 1_000)],
    ["a question to a model", (text) => quotedData(text, 1_000)],
    ["a message in Slack", (text) => JSON.parse(webhookBody(event(text), "slack")).text],
    ["a line of the command line", (text) => plainText(text, 1_000)],
    ["lines of the command line", printableText],
    ["Markdown of the command line", (text) => markdownText(text, 1_000)],
    ["JSON of the command line", (text) => printableJson([text])],
  ])("can't hide in %s", (_, clean) => {
    expect(around.length).toBeGreaterThan(50);
    expect(around.flatMap((text) => attackIn(clean(text)) ?? [])).toEqual([]);
  });

  it("stays if people see it, and is either kept or removed alone", () => {
    const lost = characters.filter((char) => visibleText(`a${char}b`) !== `a${char}b`);
    expect(lost.filter((char) => visibleText(`a${char}b`) !== "ab")).toEqual([]);
    // Nothing but controls, format characters, private use, halves of pairs, separators and what is ignored by default.
    expect(
      lost.filter(
        (char) =>
          /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(char) &&
          !ATTACKS.has(char.codePointAt(0)!) &&
          !/\p{DI}/u.test(char),
      ),
    ).toEqual([]);
    expect(lost.length).toBeGreaterThan(137_000);
    expect(visibleText("Grüße, 世界! naïve ﷽ ½ ™ \u00a0\t\r\n")).toBe("Grüße, 世界! naïve ﷽ ½ ™ \u00a0\t\r\n");
  });

  it("makes the same JSON value", () => {
    for (const text of all) expect(JSON.parse(visibleJson(JSON.stringify(text)))).toBe(text);
  });
});

describe("what writing needs", () => {
  it.each([
    ["Persian", "می\u200cخواهم"],
    ["Sinhala", "ශ්\u200dරී"],
    ["a family", "👩\u200d👩\u200d👧"],
    ["a skin tone", "👩🏽\u200d🚀"],
    ["a heart on fire", "❤\ufe0f\u200d🔥"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["a variant of a name", "葛\u{e0100}"],
  ])("stays: %s", (_, text) => expect(visibleText(text)).toBe(text));

  it.each([
    ["joiners in Latin", "i\u200dg\u200cn", "ign"],
    ["a run of joiners", "می\u200c\u200d\u200c", "می\u200c"],
    ["a joiner after what goes", "a\ufe0f\u200db\u034f\u200d", "ab"],
    ["a message in variation selectors", "😊\u{e0153}\u{e0154}", "😊"],
    ["a run of them", "😊\ufe0f\ufe0e\ufe00", "😊\ufe0f"],
    ["tags after a flag", "🏴\u{e0067}\u{e0062}\u{e007f}", "🏴"],
    ["tags between letters", "a\u{e0049}\u{e0067}b", "ab"],
  ])("does not let a message through: %s", (_, text, shown) => expect(visibleText(text)).toBe(shown));
});

describe("bounds", () => {
  it("hold, and never leave half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        for (const clean of [cleanText(text, max), cleanLine(text, max)]) {
          expect(clean.length).toBeLessThanOrEqual(max + 1);
          expect(clean.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it("cut a message for Slack before it is escaped, so that no entity is cut", () => {
    for (let length = 2_980; length < 3_005; length++) {
      const body = webhookBody(event(`${"x".repeat(length)}&&&&&&&&`), "slack");
      expect((JSON.parse(body).text as string).replaceAll(/&(?:amp|lt|gt);/g, "")).not.toContain("&");
    }
  });
});
