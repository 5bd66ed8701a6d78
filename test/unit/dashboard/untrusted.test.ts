import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { safeHref } from "../../../src/dashboard/ui/safe-href";
import { Untrusted, UntrustedLink } from "../../../src/dashboard/ui/untrusted";
import { cleanText } from "../../../src/lib/text/strangers-text";

const shown = async (element: ReturnType<typeof Untrusted>) => (await html`${element}`).toString();

describe("a stranger's text", () => {
  it("is never markup", async () => {
    expect(await shown(Untrusted({ text: `</bdi><script>alert(1)</script>"'` }))).toBe(
      "<bdi>&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;</bdi>",
    );
  });

  it("loses direction marks and controls, and keeps what languages and emoji need", () => {
    const marks =
      "\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C\u0000\u001B\u0085\u200B\uFEFF";
    expect(cleanText(`a${marks}b`, 100)).toBe("ab");
    expect(cleanText("שלום می\u200Cخواهم 👩\u200D🚀\n", 100)).toBe("שלום می\u200Cخواهم 👩\u200D🚀\n");
  });

  it("is cut, never within a character, and hidden characters don't make it longer", () => {
    expect(cleanText("x".repeat(100_000), 5)).toBe("xxxxx…");
    expect(cleanText("ab😀", 3)).toBe("ab…");
    expect(cleanText("abc", 3)).toBe("abc");
    expect(cleanText("\u202E".repeat(1_000) + "abc", 3)).toBe("…");
  });

  it("links only to http and https", async () => {
    for (const url of [
      "javascript:alert(1)",
      " JavaScript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "/x",
      "",
      "blob:https://a/b",
    ])
      expect(safeHref(url)).toBeNull();
    expect(safeHref(`https://a.test/${"x".repeat(5_000)}`)).toBeNull();
    expect(await shown(UntrustedLink({ url: "javascript:alert(1)" }))).toBe("<bdi>javascript:alert(1)</bdi>");
    expect(await shown(UntrustedLink({ url: 'https://a.test/"><b>', text: "A" }))).toBe(
      '<a href="https://a.test/%22%3E%3Cb%3E" rel="noopener nofollow ugc" target="_blank"><bdi>A</bdi></a>',
    );
  });
});
