import { describe, expect, it } from "vitest";
import { rootOf, signedDay, signedEnd } from "../../../../src/prerender/core/ledger";
import { llmsText, orderPages } from "../../../../src/prerender/core/llms-text";
import { pageOfTwin, twinHeader, withTwinLink } from "../../../../src/prerender/core/markdown-twin";
import { packedText, pageText, unpackedText } from "../../../../src/prerender/core/page-text";
import { servedText } from "../../../../src/prerender/core/served-text";
import { proofOf } from "../../../../src/prerender/core/trial-proof";
import { isLedgerHeader, keysIn, verifyLedger } from "../../../../src/prerender/core/verify-ledger";
import { LEDGER_DOMAIN, ledgerLines, newSigner } from "../../../support/ledger-history.ts";

describe("the text of a page", () => {
  it("is what crawlers get, and the lines that only a browser shows, each once", () => {
    const given = "Chairs\n~~12~~ 9 €\nfor all";
    expect(pageText(given, "Chairs\n 12 9 €\n\n Sale \t now\nSale now\nfor\u00a0all\nChair s!")).toEqual({
      given,
      rendered: "Sale now\nChair s!",
      isWhole: true,
    });
  });

  it("is cut between characters", () => {
    const cut = (given: string, shown: string) => {
      const text = pageText(given, shown);
      return [text.given.length, text.rendered.length, text.isWhole];
    };
    const [g, r] = [28 * 1_024, 3 * 1_024];
    expect(cut("a".repeat(g), "b".repeat(r))).toEqual([g, r, true]);
    expect(cut("a".repeat(g + 1), "")).toEqual([g, 0, false]);
    expect(cut("", "b".repeat(r + 1))).toEqual([0, r, false]);
    expect(cut("é".repeat(g / 2), "")).toEqual([g / 2, 0, true]);
    expect(cut(`a${"é".repeat(g / 2)}`, "")).toEqual([g / 2, 0, false]);
    const lines = (count: number) => pageText("", `${"\n".repeat(count)}x`).rendered;
    expect([lines(19_999), lines(20_000)]).toEqual(["x", ""]);
  });

  it("is unpacked as it was packed, alone or next to a later one", () => {
    const early = { given: "one two three", rendered: "é", isWhole: false };
    const late = { given: "one two three four", rendered: "", isWhole: true };
    expect(unpackedText(packedText(early, null), null)).toEqual(early);
    expect(unpackedText(packedText(late, early), early)).toEqual(late);
    const large = { given: Array.from({ length: 1_500 }, (_, i) => i ** 3).join(" "), rendered: "", isWhole: true };
    expect(packedText({ ...large, rendered: "x" }, large).length).toBeLessThan(packedText(large, null).length / 20);
    expect(() => unpackedText(packedText({ ...large, given: "x".repeat(1_100_000) }, null), null)).toThrow();
  });

  it("is compared by its words, without case, in both directions", async () => {
    const hash = "ba7816bf8f01cfea414140de5dae2223";
    expect(await servedText("abc", "\n abc ")).toEqual({ text: hash, shown: hash, alike: [100, 100] });
    expect((await servedText("", "a")).alike).toEqual([100, 0]);
    expect((await servedText("a b c", "C-a x1 Ä")).alike).toEqual([66, 50]);
    const long = "x ".repeat(499_999);
    expect((await servedText(`${long} a`, "a x")).alike).toEqual([100, 100]);
    expect((await servedText(`${long}  a`, "a x")).alike).toEqual([100, 50]);
    expect(await proofOf("0")).toHaveLength(32);
    expect(await proofOf("0")).not.toBe(await proofOf("1"));
  });
});

describe("the texts of the ledger", () => {
  it("are as they were when they were signed", () => {
    const entry = {
      path: "/",
      screen: "desktop",
      status: 200,
      at: 1,
      last: 2,
      renders: 3,
      body: "b",
      text: "t",
      shown: "s",
      alike: [1, 2],
    } as const;
    const day = { day: "2026-01-01", previous: "p", entries: [entry], visits: [["/", "GPTBot", 4] as const], left: 5 };
    expect(rootOf("e.example", day)).toBe("16d3c424706b787988e85dc440c13bfe40435b3c3720edbc81b88da522ffc10b");
    expect(signedDay("e.example", "2026-01-01", "p", "r")).toBe(
      "crawlready-ledger/1\nday\ne.example\n2026-01-01\np\nr",
    );
    expect(signedEnd("e.example", 3, "r", 9)).toBe("crawlready-ledger/1\nend\ne.example\n3\nr\n9");
  });

  it("have keys in any of their forms", () => {
    const key = { kty: "OKP", crv: "Ed25519", x: "a" } as const;
    const others = [{ ...key, kty: "EC" }, { ...key, crv: "X25519" }, { ...key, x: 1 }, null, "a", []];
    expect([
      keysIn({ ...key, d: "secret" }),
      keysIn([key, ...others, key]),
      keysIn({ keys: [key, ...others] }),
    ]).toEqual([[key], [key, key], [key]]);
    expect([keysIn(null), keysIn({ keys: "a" }), keysIn("a"), keysIn([])]).toEqual([[], [], [], []]);
    expect([{ ledger: "x" }, { domain: "x" }, ["ledger"], null].map(isLedgerHeader)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("tell what is wrong with a file, line by line", async () => {
    const signer = await newSigner();
    const lines = await ledgerLines(2, 3, signer);
    const [, first, second, third, end] = lines.map((line) => JSON.parse(line));
    const edited = (at: number, change: object) =>
      lines.with(at, JSON.stringify({ ...JSON.parse(lines[at]!), ...change }));
    const problems = async (changed: readonly string[]) =>
      (await verifyLedger(changed, null)).problems.map(({ line, what }) => `${line} ${what}`);
    const whole = await verifyLedger(lines, null);
    expect(whole).toEqual({
      domain: LEDGER_DOMAIN,
      days: 3,
      first: first.day,
      last: third.day,
      withoutEntries: 0,
      signed: 3,
      keys: [expect.stringMatching(/^[\w-]{43}$/)],
      exportedAt: end.exportedAt,
      problems: [],
    });
    const other = "crawlready-ledger/2";
    expect((await problems(edited(0, { ledger: other })))[0]).toBe(
      "1 this is no ledger of the form crawlready-ledger/1",
    );
    expect(await problems(edited(0, { more: 1 }))).toEqual([
      "1 the first line has other fields than those of a ledger",
    ]);
    expect(await problems(edited(2, { left: second.left + 1 }))).toEqual([`3 ${second.day} was changed`]);
    expect(await problems(lines.toSpliced(2, 1))).toEqual([
      `3 ${third.day} does not follow on ${first.day}: days were removed, added or moved`,
      "4 the end is of another number of days or another last day",
    ]);
    expect(await problems(lines.toSpliced(1, 1))).toEqual([
      `2 ${second.day} does not follow on the beginning: days were removed, added or moved`,
      "4 the end is of another number of days or another last day",
    ]);
    expect(await problems(edited(4, { exportedAt: 5 }))).toEqual(["5 its signature does not hold"]);
    expect(await problems(edited(4, { more: 5 }))).toEqual(["5 the end has other fields than those of a ledger"]);
    expect(await problems(edited(4, { signature: "x" }))).toEqual(["5 its signature can't be read"]);
    expect(await problems([...lines, lines[4]!])).toEqual(["6 there is a second end"]);
    expect((await problems([...lines, lines[3]!])).slice(0, 2)).toEqual([
      `6 ${third.day} is behind the end`,
      `6 ${third.day} is not after ${third.day}`,
    ]);
    expect(await problems([...lines.slice(0, 4), "", lines[4]!.replace(":", ": ")])).toEqual([
      "5 it is not written as the service writes it, perhaps with a name twice",
    ]);
    expect((await problems(lines.with(3, "{}")))[0]).toBe("4 it is no line of a ledger");
    expect((await problems(lines.slice(0, 4)))[0]).toBe("5 it has no end: it was cut off");
    const strangers = { signature: { key: "k".repeat(70), value: "" } };
    expect(await problems(edited(2, strangers))).toEqual([
      `3 it is signed by a key that is not known here (${"k".repeat(60)})`,
    ]);
    expect(await problems(edited(2, { entries: null }))).toEqual([`3 the entries of ${second.day} were taken out`]);
    expect((await verifyLedger([lines[0]!, ...Array.from({ length: 60 }, () => "{}")], null)).problems).toHaveLength(
      50,
    );
  });
});

describe("llms.txt", () => {
  it("lists pages by their addresses, with what they say of themselves", () => {
    const pages = [
      { path: "/a", title: "A *page*", description: "of\n[two] lines" },
      { path: "/", title: "", description: "" },
      { path: "/b_(c)", title: " ", description: "" },
    ];
    expect(llmsText("e.example", "https://e.example", pages, (path) => `${path}.md`)).toBe(
      "# e.example\n\n## Pages\n\n- [A \\*page\\*](https://e.example/a.md): of \\[two\\] lines\n- [/b\\_(c)](https://e.example/b_%28c%29.md)\n",
    );
    expect(llmsText("e.example", "", [{ path: "/", title: "E `<x>\\", description: "d" }])).toBe(
      "# E \\`\\<x\\>\\\\\n\n> d\n",
    );
    expect(orderPages(["/a/b", "/a//", "/c?x=/y/z", "/"], new Map())).toEqual(["/", "/a//", "/c?x=/y/z", "/a/b"]);
  });

  it.each([
    ["/a/index.htm.md", "/a/"],
    ["/index.html.md?b", "/?b"],
    ["/a/index.php.md", "/a/index.php"],
    ["/a/myindex.md", "/a/myindex"],
    [".md", null],
    ["/a.mdx", null],
  ])("leads by %s to %s", (address, page) => expect(pageOfTwin(address)).toBe(page));

  it("is named unless the head names Markdown already", () => {
    const page = (head: string) => `<head>${head}</head><link type="text/markdown">`;
    const named = (head: string) => withTwinLink(page(head), 'h"<') !== page(head);
    expect(withTwinLink(page(""), 'h"<&')).toBe(
      '<head><link rel="alternate" type="text/markdown" href="h&quot;&lt;&amp;"></head><link type="text/markdown">',
    );
    expect([
      named("<link TYPE = 'text/markdown'>"),
      named("<link type=text/markdown>"),
      named("<link type=text/markdowns>"),
    ]).toEqual([false, false, true]);
    expect([
      named(`<link ${"x".repeat(1_998)} type=text/markdown>`),
      named(`<link ${"x".repeat(1_999)} type=text/markdown>`),
    ]).toEqual([false, true]);
    expect(twinHeader("https://e.example", "/a>b?c", "markdown")).toBe('<https://e.example/a%3Eb?c>; rel="canonical"');
  });
});
