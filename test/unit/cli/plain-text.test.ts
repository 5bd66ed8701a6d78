import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  htmlText,
  markdownCode,
  markdownText,
  plainText,
  printableJson,
  printableText,
} from "../../../cli/report/plain-text.ts";

// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/;

describe("untrusted text in one line", () => {
  it.each([
    ["red \x1b[31mtext\x1b[0m", "red text"],
    ["\x1b]0;a title\x07after", "after"],
    ["\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["\x9b2Jcleared", "cleared"],
    ["two\r\nlines\tand\u2028more", "two lines and more"],
    ["user\u202Egnp.exe", "usergnp.exe"],
    ["zero\u200bwidth\ufeff", "zerowidth"],
    ["tag\u{e0041}", "tag"],
    ["half \ud800 pair", "half  pair"],
    ["\x1b", ""],
  ])("%j becomes %j", (text, plain) => expect(plainText(text)).toBe(plain));

  it("has a bounded length and says what was cut", () => {
    expect(plainText("x".repeat(1_000_000), 10)).toBe("xxxxxxxxx…");
    expect(plainText("👍".repeat(20), 5)).toBe("👍👍👍👍…");
    expect(plainText("12345", 5)).toBe("12345");
  });

  it("never has a control character or a mark of direction", () => {
    const hostile = fc.array(
      fc.constantFrom("\x1b", "[", "]", "\x07", "\x9b", "31m", "\u202e", "a", "\n", "\\", ";", "\ud800"),
    );
    fc.assert(fc.property(hostile, (parts) => !UNSAFE.test(plainText(parts.join("")))));
  });

  it("keeps lines only where they are wanted", () => {
    expect(printableText("a\n\tb\x1b[2J\x00c\u202e")).toBe("a\n\tbc");
  });
});

describe("untrusted text in markup", () => {
  it("starts no link, image, tag, table cell, heading or mention in Markdown", () => {
    const text = markdownText("[x](https://evil.example) ![i](x) <b> | `code` # *a* @all www.evil.example $x$");
    expect(text).not.toMatch(/(?<![\\&])[[\]()`*|$#]|<|https:\/\/|@|www\.\w/);
  });

  it("can't end its code span or table cell", () => {
    expect(markdownCode("a`b``c|d")).toBe("``` a`b``c\\|d ```");
    expect(markdownCode("plain")).toBe("`plain`");
  });

  it("ends no element or attribute in HTML", () => {
    expect(htmlText(`"><script>'&`)).toBe("&quot;&gt;&lt;script&gt;&#39;&amp;");
  });

  it("acts on no terminal in JSON, which has the same value", () => {
    const value = { text: "a\x9b2J\u202eb\u{e0041}\x1b[0m", list: ["\n"] };
    const text = printableJson(value, 1);
    expect(text.replaceAll("\n", "")).not.toMatch(UNSAFE);
    expect(JSON.parse(text)).toEqual(value);
  });
});
