import { afterEach, expect, it, vi } from "vitest";
import { markdownView, MAX_AGENT_TEXT } from "../../../src/lib/text/agent-text";
import { isEverydayWord, meansMore } from "../../../src/lib/text/everyday-words";
import { escapeHtml } from "../../../src/lib/text/html";
import { jsonBytes, parseJson } from "../../../src/lib/text/json";
import { log, withoutParameters } from "../../../src/lib/text/log";
import { mediaTypeOf } from "../../../src/lib/text/media-type";
import { plainReason } from "../../../src/lib/text/plain-reason";
import { primaryLanguage } from "../../../src/lib/text/primary-language";
import { cleanLine, cleanText, oneLine, visibleJson, visibleText } from "../../../src/lib/text/strangers-text";
import { asSentence, charLength } from "../../../src/lib/text/text";
import { textUpTo } from "../../../src/lib/text/text-up-to";
import { codePoint, sizeOf } from "../../../src/lib/text/utf8";

afterEach(() => void vi.restoreAllMocks());

it.each([
  ["Notion", true, true],
  [" ORANGE ", true, true],
  ["Żabka", true, true],
  ["小米", true, true],
  ["Tesla", false, true],
  ["škoda", false, true],
  ["Skoda", false, true],
  ["Notionary", false, false],
  ["x y", false, false],
])("%s is an everyday word: %s, and means more than a brand: %s", (name, isWord, isMore) => {
  expect([isEverydayWord(name), meansMore(name)]).toEqual([isWord, isMore]);
});

it.each([
  [" EN-gb ", "en"],
  ["de_DE", "de"],
  ["zh_Hans-CN", "zh"],
  ["iw", "he"],
  ["in-ID", "id"],
  ["ji", "yi"],
  ["nb_NO", "no"],
  ["x_y", "x_y"],
  ["abcd_x", "abcd_x"],
  ["", ""],
])("the language of %j is %j", (tag, language) => expect(primaryLanguage(tag)).toBe(language));

it.each([
  ["", ""],
  ["...", ""],
  ["a", "a."],
  ["a. . ", "a."],
  ["a?", "a?"],
  ["a!", "a!"],
  ["a…", "a…"],
  ["a?b", "a?b."],
])("%j is the sentence %j", (text, sentence) => expect(asSentence(text)).toBe(sentence));

it.each([
  ["Text/HTML; charset=utf-8", "text/html"],
  [" a/b ", "a/b"],
  ["", ""],
])("%j is of the type %j", (header, type) => expect(mediaTypeOf(header)).toBe(type));

it.each([
  ["first\nsecond", "first"],
  ["x".repeat(301), "x".repeat(300)],
  [`${"x".repeat(300)}undefined`, "x".repeat(300)],
  ["", "instead"],
  ["\nsecond", "instead"],
  ["kv_put failed", "instead"],
  ["the KV is full", "instead"],
  ["AKV is full", "AKV is full"],
])("%.20j is told people as %.20j", (message, told) => expect(plainReason(message, "instead")).toBe(told));

it("texts are counted, escaped and read as they are", () => {
  expect([charLength("\uffff"), charLength("😀\u{10000}a")]).toEqual([1, 3]);
  expect(escapeHtml(`<a href="x" id='y'>&amp;</a>`)).toBe(
    "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;",
  );
  expect([parseJson('{"a":1}'), parseJson("{"), parseJson("null")]).toEqual([{ a: 1 }, undefined, null]);
  expect([jsonBytes("é"), jsonBytes(undefined), jsonBytes([1, 2])]).toEqual([4, 0, 5]);
  for (const char of [
    "a",
    "\u007f",
    "\u0080",
    "é",
    "\u07ff",
    "\u0800",
    "€",
    "\uffff",
    "\u{10000}",
    "😀",
    "\u{10ffff}",
  ]) {
    const bytes = new TextEncoder().encode(`x${char}`);
    expect(sizeOf(bytes[1]!)).toBe(bytes.length - 1);
    if (bytes.length > 2) expect(codePoint(bytes, 1)).toBe(char.codePointAt(0));
  }
});

it("what is hidden in a stranger's text goes, and what writing needs stays", () => {
  expect(visibleText("a\u0000b\u200bc\u202ed\te\nf\rg\u2028h\ue000i\ud800j\u00adk")).toBe("abcd\te\nf\rghijk");
  expect(visibleText("\u200da\u200db 👩\u200d👧 क्\u200dष می\u200cخواهم é\u200dx")).toBe(
    "ab 👩\u200d👧 क्\u200dष می\u200cخواهم éx",
  );
  expect(visibleText("❤\ufe0f\u200d🔥 a\ufe0f 1\ufe0f 葛\u{e0100}x\u{e0100}\ufe0f❤\ufe0f\ufe0f")).toBe(
    "❤\ufe0f\u200d🔥 a 1\ufe0f 葛\u{e0100}x❤\ufe0f",
  );
  expect(visibleText("a\ufe0f\u200db")).toBe("ab");
  expect([oneLine(" a \n\t b\u200bc "), oneLine("a\u200bb \u200b c", ""), oneLine("a \u200b b")]).toEqual([
    "a b c",
    "ab  c",
    "a b",
  ]);
  expect(visibleJson('"a\u200b\u{e0001}b"')).toBe('"a\\u200b\\udb40\\udc01b"');
});

it("a stranger's text is cut, and says so", () => {
  expect([cleanText("abcd", 4), cleanText("abcde", 4), cleanText("a\nb", 9)]).toEqual(["abcd", "abcd…", "a\nb"]);
  expect([
    cleanText("abc😀", 4),
    cleanText(`${"\u200b".repeat(13)}abc`, 4),
    cleanText(`${"\u200b".repeat(14)}abc`, 4),
  ]).toEqual(["abc…", "abc", "ab…"]);
  expect([cleanLine(" a\nb ", 3), cleanLine("a b c", 3), cleanLine("a\ud800", 9)]).toEqual(["a b", "a b…", "a\ufffd"]);
  expect(cleanText(`${"a".repeat(15)}😀`, 4)).toBe("aaaa…");
});

it("a body is read up to its limit, and its rest is left", async () => {
  const bodyOf = (...chunks: string[]) => new Blob(chunks).stream() as ReadableStream<Uint8Array>;
  expect(await textUpTo(null, 5)).toEqual({ text: "", isCut: false });
  expect(await textUpTo(bodyOf("abc", "de"), 5)).toEqual({ text: "abcde", isCut: false });
  expect(await textUpTo(bodyOf("abc", "def"), 5)).toEqual({ text: "abcde", isCut: true });
  expect(await textUpTo(bodyOf("é"), 1)).toEqual({ text: "", isCut: true });
  expect(await textUpTo(new Blob([Uint8Array.of(97, 0xc3)]).stream() as ReadableStream<Uint8Array>, 5)).toEqual({
    text: "a\ufffd",
    isCut: false,
  });
});

it("a log line is one line of JSON, without a query's parameters", () => {
  const info = vi.spyOn(console, "info").mockImplementation(() => {});
  log("info", "done", { text: "a\nparams: secret", list: ["b\nparams: x"], n: 1 });
  log("info", "bare");
  expect(info.mock.calls.flat()).toEqual(['{"event":"done","text":"a","list":["b"],"n":1}', '{"event":"bare"}']);
  expect([withoutParameters("\nparams: x"), withoutParameters("params: x")]).toEqual(["", "params: x"]);
});

it("agents read Markdown as text with its links", () => {
  expect(
    markdownView("text\n#  A *title* \n## B\n[ one  two ](/a 'title') [](/b) [x](no link [y](/c)\n> `q`|_z_"),
  ).toEqual({
    title: "A *title*",
    text: "text A title B [ one two ](/a 'title') [](/b) [x](no link [y](/c) q z",
    links: [
      { href: "/a", name: "one two" },
      { href: "/b", name: "" },
      { href: "/c", name: "y" },
    ],
    hasForm: false,
    data: [],
  });
  expect(markdownView(`${"x".repeat(MAX_AGENT_TEXT)}[a](/b)`).links).toEqual([]);
  expect([markdownView("#title").title, markdownView(`# ${"t".repeat(300)}`).title.length]).toEqual(["", 200]);
});
